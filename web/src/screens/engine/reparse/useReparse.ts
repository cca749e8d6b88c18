import { useMutation } from "@tanstack/react-query";
import { api, type Schemas, told } from "../../../api/client";
import { useEngineAnew } from "../queries";

type Wanted = Partial<Schemas["ReparseWanted"]>;

/** Starts a run: a dry one, or one that applies what another has shown. */
export function useReparse(onStarted: (id: string) => void) {
  const anew = useEngineAnew();
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      told(api.POST("/api/admin/reparse", { body: wanted as Schemas["ReparseWanted"] })),
    onSuccess: ({ id }) => onStarted(id),
    onSettled: anew,
  });
}
