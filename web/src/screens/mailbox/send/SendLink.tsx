import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { IconSend } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { useSession } from "../../../api/session";
import { Problem } from "../../../parts/feedback/Problem";
import { pastedFiles } from "../../../parts/pasted";
import { parseStored } from "../../../storage/storedValue";
import { useSendLink } from "../acts";
import { isTypedLink, type TypedLink, whole } from "./typedLink";

interface Props {
  mayAskModel: boolean;
  /** Without one, the server has no language model, and nothing is asked about it. */
  onMayAskModel?: (may: boolean) => void;
  onSent: () => void;
  /** A picture that was pasted instead of an address. */
  onPicture: (file: File) => void;
}

/** A link to a recipe, which stays as it was typed until it was taken. */
export function SendLink({ mayAskModel, onMayAskModel, onSent, onPicture }: Props) {
  const [typed, setTyped] = useTypedLink();
  const send = useSendLink(() => {
    setTyped("");
    onSent();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== "") send.mutate({ url: whole(typed), mayAskModel });
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
            const picture = pastedFiles(event.clipboardData).find(({ type }) => type.startsWith("image/"));
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
      {onMayAskModel && (
        <Switch
          mt="xs"
          size="sm"
          label="A language model may be asked for what is not found otherwise"
          checked={mayAskModel}
          onChange={(event) => onMayAskModel(event.currentTarget.checked)}
        />
      )}
      {send.isError && (
        <Group mt="sm" grow>
          <Problem
            error={send.error}
            title="The link was not taken"
            onRetry={() => send.mutate(send.variables)}
          />
        </Group>
      )}
    </form>
  );
}

const NOTHING_TYPED: TypedLink = { text: "", owner: null };

/** Kept over a reload and a sign-in. What one person typed is not shown to the next. */
function useTypedLink(): [string, (text: string) => void] {
  const email = useSession()?.user.email ?? null;
  const [kept, keep] = useSessionStorage<TypedLink>({
    key: "garner.mailbox.link",
    defaultValue: NOTHING_TYPED,
    deserialize: (text) => parseStored(text, isTypedLink) ?? NOTHING_TYPED,
    getInitialValueInEffect: false,
  });
  const isTheirs = kept.owner === null || kept.owner === email;
  return [isTheirs ? kept.text : "", (text) => keep({ text, owner: email })];
}
