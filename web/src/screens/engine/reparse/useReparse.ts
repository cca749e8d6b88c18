import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../../api/client";
import { useRefreshEngine } from "../queries";

type ReparseRequest = Partial<Schemas["ReparseWanted"]>;

/** Starts a dry run, or applies the changes of an earlier one. */
export function useReparse(onStarted: (id: string) => void) {
  const refreshEngine = useRefreshEngine();
  return useMutation({
    mutationFn: (request: ReparseRequest) =>
      unwrap(api.POST("/api/admin/reparse", { body: request as Schemas["ReparseWanted"] })),
    onSuccess: ({ id }) => onStarted(id),
    onSettled: refreshEngine,
  });
}
