import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { IconSend } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { useSession } from "../../../api/session";
import { Problem } from "../../../parts/feedback/Problem";
import { getPastedFiles } from "../../../parts/pastedFiles";
import { parseStored } from "../../../storage/storedValue";
import { useSendLink } from "../actions";
import { completeUrl, isTypedLink, type TypedLink } from "./typedLink";

interface Props {
  allowModel: boolean;
  /** Omitted while the server has no language model; the switch is then not shown. */
  onAllowModelChange?: (isAllowed: boolean) => void;
  onSent: () => void;
  /** Called when the user pastes a picture instead of a URL. */
  onPicture: (file: File) => void;
}

/** The field for a link. Its text stays until the server has accepted it. */
export function SendLink({ allowModel, onAllowModelChange, onSent, onPicture }: Props) {
  const [typed, setTyped] = useTypedLink();
  const send = useSendLink(() => {
    setTyped("");
    onSent();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") send.mutate({ url: completeUrl(typed), allowModel });
  };
  return (
    <form onSubmit={onSubmit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Link to a recipe"
          type="text"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/lentil-soup"
          style={{ flex: "1 1 220px" }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => {
            const picture = getPastedFiles(event.clipboardData).find(({ type }) => type.startsWith("image/"));
            if (picture === undefined) return;
            event.preventDefault();
            onPicture(picture);
          }}
        />
        <Button
          type="submit"
          loading={send.isPending}
          disabled={typed.trim() === ""}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          Send
        </Button>
      </Group>
      {onAllowModelChange && (
        <Switch
          mt="xs"
          size="sm"
          label="Use a language model for fields that are not found otherwise"
          checked={allowModel}
          onChange={(event) => onAllowModelChange(event.currentTarget.checked)}
        />
      )}
      {send.isError && (
        <Group mt="sm" grow>
          <Problem
            error={send.error}
            title="Could not send the link"
            onRetry={() => send.mutate(send.variables)}
          />
        </Group>
      )}
    </form>
  );
}

const NOTHING_TYPED: TypedLink = { text: "", owner: null };

/** Kept over a reload and a sign-in. The text of one user is not shown to the next. */
function useTypedLink(): [string, (text: string) => void] {
  const email = useSession()?.user.email ?? null;
  const [stored, store] = useSessionStorage<TypedLink>({
    key: "garner.mailbox.link",
    defaultValue: NOTHING_TYPED,
    deserialize: (text) => parseStored(text, isTypedLink) ?? NOTHING_TYPED,
    getInitialValueInEffect: false,
  });
  const isOwner = stored.owner === null || stored.owner === email;
  return [isOwner ? stored.text : "", (text) => store({ text, owner: email })];
}
