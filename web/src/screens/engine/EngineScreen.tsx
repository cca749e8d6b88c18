import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import { api, told } from "../../api/client";
import { EmptyState } from "../../parts/feedback/EmptyState";
import { Loading } from "../../parts/feedback/Loading";
import { Screen } from "../../parts/shell/Screen";
import { EngineTabs } from "./EngineTabs";
import { ENGINE_PARTS, type EnginePart } from "./engineParts";
import { Overview } from "./overview/Overview";
import { Asked } from "./parts/Asked";
import { NoOperator } from "./parts/NoOperator";

const PARTS: Record<EnginePart, ComponentType> = {
  lanes: lazy(() => import("./lanes/Lanes")),
  workers: lazy(() => import("./workers/Workers")),
  proxies: lazy(() => import("./proxies/Proxies")),
  "dead-letters": lazy(() => import("./dead-letters/DeadLetters")),
  parsers: lazy(() => import("./parsers/Parsers")),
  controllers: lazy(() => import("./controllers/Controllers")),
  reparse: lazy(() => import("./reparse/Reparse")),
};

export function EngineScreen() {
  const { part } = useParams({ strict: false });
  const label = ENGINE_PARTS.find((one) => one.part === part)?.label;
  // Asked anew, since who operates may have changed since the sign-in. Nothing else is asked before the answer is yes.
  const user = useQuery({ queryKey: ["user"], queryFn: () => told(api.GET("/api/user")) });
  return (
    <Screen title={part !== undefined && label ? `Engine: ${label}` : "Engine"} wide>
      <Asked of={user} label="Asking who you are">
        {({ is_operator, email }) =>
          is_operator ? (
            <>
              <EngineTabs current={part} />
              <Part name={part} />
            </>
          ) : (
            <NoOperator email={email} />
          )
        }
      </Asked>
    </Screen>
  );
}

function Part({ name }: { name: string | undefined }) {
  if (name === undefined) return <Overview />;
  if (!Object.hasOwn(PARTS, name)) {
    return (
      <EmptyState title="The engine has no such part" action={<Link to="/engine">Go to the overview</Link>}>
        The address may be mistyped; the parts that there are stand above.
      </EmptyState>
    );
  }
  const Shown = PARTS[name as EnginePart];
  return (
    <Suspense fallback={<Loading rows={6} />}>
      <Shown />
    </Suspense>
  );
}
