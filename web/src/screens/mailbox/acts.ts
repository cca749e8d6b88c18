// What can be done in the mailbox, each followed by a look at what is there now.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, told } from "../../api/client";
import { refresh } from "../../api/refresh";
import { confirm } from "../../parts/feedback/confirm";
import { tell, tellProblem } from "../../parts/feedback/notify";

type Accepted = Schemas["JobAccepted"];

function useLookAgain() {
  const client = useQueryClient();
  return () => refresh(client, { queryKey: ["mailbox"] });
}

export interface LinkToSend {
  url: string;
  mayAskModel: boolean;
}

export function useSendLink(onSent: (job: Accepted) => void) {
  const lookAgain = useLookAgain();
  return useMutation({
    mutationFn: ({ url, mayAskModel }: LinkToSend) =>
      told(api.POST("/recipes/parse-url/async", { body: { url, use_llm_fallback: mayAskModel } })),
    onSuccess: onSent,
    onSettled: lookAgain,
  });
}

export interface PictureToSend {
  file: File;
  mayAskModel: boolean;
}

export function useSendPicture(onSent: (job: Accepted) => void) {
  const lookAgain = useLookAgain();
  return useMutation({
    mutationFn: ({ file, mayAskModel }: PictureToSend) =>
      told(
        api.POST("/recipes/parse-image/async", {
          body: { file: file.name, use_llm_fallback: mayAskModel },
          bodySerializer: () => formOf(file, mayAskModel),
        }),
      ),
    onSuccess: onSent,
    onSettled: lookAgain,
  });
}

function formOf(file: File, mayAskModel: boolean): FormData {
  const form = new FormData();
  form.append("file", file);
  form.append("use_llm_fallback", String(mayAskModel));
  return form;
}

/** Calls a parse off, once that was confirmed. */
export function useCancel() {
  const lookAgain = useLookAgain();
  const { mutate, isPending } = useMutation({
    mutationFn: (jobId: string) =>
      told(api.POST("/recipes/parse-url/jobs/{job_id}/cancel", { params: { path: { job_id: jobId } } })),
    onSuccess: () => tell("It is canceled. You find it under “Canceled”."),
    onError: (error) => tellProblem(error, "It could not be canceled"),
    onSettled: lookAgain,
  });
  const ask = (jobId: string) =>
    confirm({
      title: "Cancel this?",
      consequence: "Nothing more is read for it. A link can be sent again at any time.",
      act: "Cancel it",
      keep: "Let it go on",
      onConfirm: () => mutate(jobId),
    });
  return { ask, isPending };
}

/** Drops a finished parse, once that was confirmed. */
export function useDrop(onDropped: () => void = () => undefined) {
  const lookAgain = useLookAgain();
  const { mutate, isPending } = useMutation({
    mutationFn: (jobId: string) =>
      told(api.POST("/recipes/parse-url/jobs/{job_id}/drop", { params: { path: { job_id: jobId } } })),
    onSuccess: () => {
      tell("It is dropped. You find it under “Dropped”.");
      onDropped();
    },
    onError: (error) => tellProblem(error, "It could not be dropped"),
    onSettled: lookAgain,
  });
  const ask = (jobId: string, title: string, isPicture: boolean) =>
    confirm({
      title: `Drop “${title}”?`,
      consequence: isPicture
        ? "It leaves your mailbox unsaved. To have it back you send the photo again."
        : "It leaves your mailbox unsaved. Sending the link again brings it back.",
      act: "Drop it",
      onConfirm: () => mutate(jobId),
    });
  return { ask, isPending };
}
