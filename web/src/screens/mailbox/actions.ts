// The actions of the mailbox. Each one refreshes the lists.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { notify, notifyError } from "../../parts/feedback/notify";

type Accepted = Schemas["JobAccepted"];

function useRefreshMailbox() {
  const client = useQueryClient();
  return () => refresh(client, { queryKey: ["mailbox"] });
}

export interface LinkToSend {
  url: string;
  allowModel: boolean;
}

export function useSendLink(onSent: (job: Accepted) => void) {
  const refreshMailbox = useRefreshMailbox();
  return useMutation({
    mutationFn: ({ url, allowModel }: LinkToSend) =>
      unwrap(api.POST("/recipes/parse-url/async", { body: { url, use_llm_fallback: allowModel } })),
    onSuccess: onSent,
    onSettled: refreshMailbox,
  });
}

export interface PictureToSend {
  file: File;
  allowModel: boolean;
}

export function useSendPicture(onSent: (job: Accepted) => void) {
  const refreshMailbox = useRefreshMailbox();
  return useMutation({
    mutationFn: ({ file, allowModel }: PictureToSend) =>
      unwrap(
        api.POST("/recipes/parse-image/async", {
          body: { file: file.name, use_llm_fallback: allowModel },
          bodySerializer: () => createFormData(file, allowModel),
        }),
      ),
    onSuccess: onSent,
    onSettled: refreshMailbox,
  });
}

function createFormData(file: File, allowModel: boolean): FormData {
  const form = new FormData();
  form.append("file", file);
  form.append("use_llm_fallback", String(allowModel));
  return form;
}

/** Cancels a parse after a confirmation. */
export function useCancel() {
  const refreshMailbox = useRefreshMailbox();
  const { mutate, isPending } = useMutation({
    mutationFn: (jobId: string) =>
      unwrap(api.POST("/recipes/parse-url/jobs/{job_id}/cancel", { params: { path: { job_id: jobId } } })),
    onSuccess: () => notify("Canceled. Find it on the Canceled tab."),
    onError: (error) => notifyError(error, "Could not cancel"),
    onSettled: refreshMailbox,
  });
  const ask = (jobId: string) =>
    confirm({
      title: "Cancel this request?",
      consequence: "Garner stops reading it. You can send it again at any time.",
      confirmLabel: "Cancel request",
      cancelLabel: "Keep running",
      onConfirm: () => mutate(jobId),
    });
  return { ask, isPending };
}

/** Discards a finished parse after a confirmation. */
export function useDiscard(onDiscarded: () => void = () => undefined) {
  const refreshMailbox = useRefreshMailbox();
  const { mutate, isPending } = useMutation({
    mutationFn: (jobId: string) =>
      unwrap(api.POST("/recipes/parse-url/jobs/{job_id}/drop", { params: { path: { job_id: jobId } } })),
    onSuccess: () => {
      notify("Discarded. Find it on the Discarded tab.");
      onDiscarded();
    },
    onError: (error) => notifyError(error, "Could not discard"),
    onSettled: refreshMailbox,
  });
  const ask = (jobId: string, title: string, isPicture: boolean) =>
    confirm({
      title: `Discard “${title}”?`,
      consequence: isPicture
        ? "It leaves your mailbox without being saved. To restore it, send the photo again."
        : "It leaves your mailbox without being saved. To restore it, send the link again.",
      confirmLabel: "Discard",
      onConfirm: () => mutate(jobId),
    });
  return { ask, isPending };
}
