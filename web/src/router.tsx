// All routes of the page. Screens are loaded when they are first opened.
import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from "@tanstack/react-router";
import { EmptyState } from "./parts/feedback/EmptyState";
import { Loading } from "./parts/feedback/Loading";
import { Problem } from "./parts/feedback/Problem";
import { Screen } from "./parts/shell/Screen";
import { Shell } from "./parts/shell/Shell";
import { parseCookbookSearch } from "./screens/cookbook/search";
import { parseEngineSearch } from "./screens/engine/search";
import { parseJobSearch } from "./screens/job/search";
import { parseJobsSearch } from "./screens/jobs/search";
import { parseMailboxSearch } from "./screens/mailbox/search";
import { parsePendingSearch } from "./screens/pending/search";
import { parseRecordSearch } from "./screens/record/search";
import { clearUnknown } from "./searchCheck";

const root = createRootRoute({ component: Shell });
const under = { getParentRoute: () => root } as const;

const start = createRoute({
  ...under,
  path: "/",
  component: lazyRouteComponent(() => import("./screens/start/StartScreen"), "StartScreen"),
});
const record = createRoute({
  ...under,
  path: "/records/$itemId",
  validateSearch: clearUnknown(parseRecordSearch),
  component: lazyRouteComponent(() => import("./screens/record/RecordScreen"), "RecordScreen"),
});
const jobs = createRoute({
  ...under,
  path: "/jobs",
  validateSearch: clearUnknown(parseJobsSearch),
  component: lazyRouteComponent(() => import("./screens/jobs/JobsScreen"), "JobsScreen"),
});
const job = createRoute({
  ...under,
  path: "/jobs/$jobId",
  validateSearch: clearUnknown(parseJobSearch),
  component: lazyRouteComponent(() => import("./screens/job/JobScreen"), "JobScreen"),
});
const mailbox = createRoute({
  ...under,
  path: "/mailbox",
  validateSearch: clearUnknown(parseMailboxSearch),
  component: lazyRouteComponent(() => import("./screens/mailbox/MailboxScreen"), "MailboxScreen"),
});
const mailboxItem = createRoute({
  ...under,
  path: "/mailbox/$jobId",
  component: lazyRouteComponent(() => import("./screens/mailbox/parse/ParseScreen"), "ParseScreen"),
});
const cookbook = createRoute({
  ...under,
  path: "/cookbook",
  validateSearch: clearUnknown(parseCookbookSearch),
  component: lazyRouteComponent(() => import("./screens/cookbook/CookbookScreen"), "CookbookScreen"),
});
const recipe = createRoute({
  ...under,
  path: "/cookbook/$recipeId",
  component: lazyRouteComponent(() => import("./screens/cookbook/RecipeScreen"), "RecipeScreen"),
});
const pending = createRoute({
  ...under,
  path: "/pending",
  validateSearch: clearUnknown(parsePendingSearch),
  component: lazyRouteComponent(() => import("./screens/pending/PendingScreen"), "PendingScreen"),
});
const engine = createRoute({
  ...under,
  path: "/engine",
  component: lazyRouteComponent(() => import("./screens/engine/EngineScreen"), "EngineScreen"),
});
const enginePart = createRoute({
  ...under,
  path: "/engine/$part",
  validateSearch: clearUnknown(parseEngineSearch),
  component: lazyRouteComponent(() => import("./screens/engine/EngineScreen"), "EngineScreen"),
});
const settings = createRoute({
  ...under,
  path: "/settings",
  component: lazyRouteComponent(() => import("./screens/settings/SettingsScreen"), "SettingsScreen"),
});
const signIn = createRoute({
  ...under,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./screens/sign-in/SignInScreen"), "SignInScreen"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    record,
    jobs,
    job,
    mailbox,
    mailboxItem,
    cookbook,
    recipe,
    pending,
    engine,
    enginePart,
    settings,
    signIn,
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: () => (
    <Screen title="Garner">
      <Loading />
    </Screen>
  ),
  defaultErrorComponent: ({ error, reset }) => (
    <Screen title="Garner">
      <Problem error={error} onRetry={reset} />
    </Screen>
  ),
  defaultNotFoundComponent: () => (
    <Screen title="Page not found">
      <EmptyState title="This page does not exist" action={<Link to="/">Go to the start page</Link>}>
        Check the address. The item may also have been deleted.
      </EmptyState>
    </Screen>
  ),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
