import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, told } from "../../../api/client";
import { useEngineAnew } from "../queries";

type ReparseRequest = Partial<Schemas["ReparseWanted"]>;

/** Starts a dry run, or applies the changes of an earlier one. */
export function useReparse(onStarted: (id: string) => void) {
  const refreshEngine = useEngineAnew();
  return useMutation({
    mutationFn: (request: ReparseRequest) =>
      told(api.POST("/api/admin/reparse", { body: request as Schemas["ReparseWanted"] })),
    onSuccess: ({ id }) => onStarted(id),
    onSettled: refreshEngine,
  });
}
