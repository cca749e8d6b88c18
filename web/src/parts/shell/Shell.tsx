import {
  ActionIcon,
  Anchor,
  AppShell,
  Avatar,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import {
  IconBook2,
  IconClockHour4,
  IconEngine,
  IconInbox,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconStack2,
  IconSun,
} from "@tabler/icons-react";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { usePageFacts } from "../../api/pageFacts";
import { useSession, useUserChanges } from "../../api/session";
import { useSessionRenewal } from "../../api/sessionRenewal";
import { SignInDialog } from "../sign-in/SignInDialog";
import { useSignOut } from "../sign-in/useSignOut";
import { Connection } from "./Connection";

const NAV_ITEMS = [
  { to: "/", label: "Start", Icon: IconPlus },
  { to: "/jobs", label: "Jobs", Icon: IconStack2 },
  { to: "/mailbox", label: "Mailbox", Icon: IconInbox },
  { to: "/cookbook", label: "Cookbook", Icon: IconBook2 },
  { to: "/pending", label: "Pending", Icon: IconClockHour4, feature: "pendingDashboard" },
  { to: "/engine", label: "Engine", Icon: IconEngine, forOperators: true },
  { to: "/settings", label: "Settings", Icon: IconSettings },
] as const;

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(path);
  useSessionRenewal();
  const userChanges = useUserChanges();
  useEffect(() => {
    if (userChanges > 0) modals.closeAll(); // a dialog opened for the previous user is not for the next one
  }, [userChanges]);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    close();
    main.current?.focus({ preventScroll: true }); // lets a screen reader announce the new screen
  }, [path, close]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 200, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <AppShell.Header>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Anchor component={Link} to="/" underline="never" c="inherit">
              <Group gap={8} wrap="nowrap">
                <img src="/sheaf.svg" alt="" width={24} height={24} />
                <Text fw={700}>Garner</Text>
              </Group>
            </Anchor>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation path={path} />
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} style={{ outline: "none" }}>
        <Connection />
        {/* A screen and its state belong to one user. A guest who signs in keeps the screen. */}
        <Outlet key={userChanges} />
      </AppShell.Main>
      <SignInDialog />
    </AppShell>
  );
}

function Navigation({ path }: { path: string }) {
  const facts = usePageFacts();
  const isOperator = useSession()?.user.is_operator ?? false;
  const shown = NAV_ITEMS.filter(
    (item) =>
      !("forOperators" in item && !isOperator) && !("feature" in item && !facts.data?.features[item.feature]),
  );
  return shown.map(({ to, label, Icon }) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon size={18} aria-hidden />}
      active={to === "/" ? path === "/" : path.startsWith(to)}
      aria-current={(to === "/" ? path === "/" : path.startsWith(to)) ? "page" : undefined}
    />
  ));
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={isDark ? "Switch to light mode" : "Switch to dark mode"}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  );
}

function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  if (session === null) {
    return (
      <Button component={Link} to="/sign-in" size="sm" variant="default">
        Sign in
      </Button>
    );
  }
  const { email, picture_url } = session.user;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={`Signed in as ${email}`}>
          <Avatar src={picture_url} size={30} alt="" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </Menu.Item>
        <Menu.Item onClick={signOut} leftSection={<IconLogout size={16} aria-hidden />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
