import { Button, FileButton, Group, Paper, Stack, Textarea } from "@mantine/core";
import { IconPaperclip, IconSend } from "@tabler/icons-react";
import { useDeferredValue, useMemo } from "react";
import { usePageFacts } from "../../../api/pageFacts";
import { Problem } from "../../../parts/feedback/Problem";
import { Files } from "../files/Files";
import { ACCEPTED_ENDINGS } from "../files/formats";
import { createUrlFile } from "../files/urlFile";
import { addFiles, changeDraft, useDraft } from "./draft";
import { KindPicker } from "./KindPicker";
import { SendingBar } from "./SendingBar";
import { SummaryLine } from "./SummaryLine";
import { dismissProblem, sendDraft, useSending } from "./sending";
import { summarizeDraft } from "./sendSummary";
import { findUrls } from "./urls";

// Used until the limits of the server are loaded.
const DEFAULT_LIMITS = { uploadMaxBytes: 1_000_000_000, urlMaxLength: 2048 };

/** One form for URLs, tables and pictures. */
export function SendBox() {
  const { text, kind, files } = useDraft();
  const { sending, problem } = useSending();
  const facts = usePageFacts().data;
  const limits = facts?.limits ?? DEFAULT_LIMITS;
  const readsText = facts?.features.ocr ?? false;
  const read = useDeferredValue(text);
  const foundUrls = useMemo(() => findUrls(read, limits.urlMaxLength), [read, limits.urlMaxLength]);
  const summary = summarizeDraft({ foundUrls, files, kind, limits, readsText });
  const isSending = sending !== null;

  const submit = () => {
    // The summary on the screen may lag behind the input; the request must not.
    const now = findUrls(text, limits.urlMaxLength);
    const { isReady, sentence } = summarizeDraft({ foundUrls: now, files, kind, limits, readsText });
    if (!isReady || isSending) return;
    const { urls, invalidLines } = now;
    const all = urls.length > 0 ? [createUrlFile(urls), ...files] : files;
    void sendDraft(all, sentence, invalidLines.map(({ text }) => text).join("\n"));
  };

  return (
    <Paper
      withBorder
      p="md"
      component="form"
      aria-label="Send"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Textarea
          label="URLs"
          description="Paste one or more URLs. To send a table or pictures, drop the files anywhere on this page."
          placeholder="https://example.com/lentil-soup"
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          autoCapitalize="off"
          readOnly={isSending}
          value={text}
          onChange={(event) => changeDraft({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
        <Files
          files={files}
          isFixed={isSending}
          onRemove={(gone) => changeDraft({ files: files.filter((file) => file !== gone) })}
        />
        <Group gap="sm" align="flex-end" justify="space-between">
          <KindPicker kind={kind} isFixed={isSending} onChange={(chosen) => changeDraft({ kind: chosen })} />
          <Group gap="xs">
            <FileButton multiple accept={ACCEPTED_ENDINGS} onChange={addFiles}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  disabled={isSending}
                  leftSection={<IconPaperclip size={16} aria-hidden />}
                >
                  Choose files
                </Button>
              )}
            </FileButton>
            <Button
              type="submit"
              disabled={!summary.isReady}
              loading={isSending}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              Send
            </Button>
          </Group>
        </Group>
        {sending ? (
          <SendingBar sending={sending} />
        ) : (
          <SummaryLine summary={summary} invalidLines={foundUrls.invalidLines} hasMore={summary.isReady} />
        )}
        {problem !== null && (
          <Problem error={problem} title="Not sent. Your input is kept.">
            <Button size="xs" variant="default" onClick={submit} disabled={!summary.isReady}>
              Retry
            </Button>
            <Button size="xs" variant="subtle" onClick={dismissProblem}>
              Close
            </Button>
          </Problem>
        )}
      </Stack>
    </Paper>
  );
}
