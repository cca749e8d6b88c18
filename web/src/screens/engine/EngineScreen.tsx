import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import { api, unwrap } from "../../api/client";
import { EmptyState } from "../../parts/feedback/EmptyState";
import { Loading } from "../../parts/feedback/Loading";
import { Screen } from "../../parts/shell/Screen";
import { EngineTabs } from "./EngineTabs";
import { ENGINE_PARTS, type EnginePart } from "./engineParts";
import { Overview } from "./overview/Overview";
import { AdminRequired } from "./parts/AdminRequired";
import { QueryResult } from "./parts/QueryResult";

const PARTS: Record<EnginePart, ComponentType> = {
  lanes: lazy(() => import("./lanes/Lanes")),
  workers: lazy(() => import("./workers/Workers")),
  proxies: lazy(() => import("./proxies/Proxies")),
  "dead-letters": lazy(() => import("./dead-letters/DeadLetters")),
  parsers: lazy(() => import("./parsers/Parsers")),
  controllers: lazy(() => import("./controllers/Controllers")),
  reparse: lazy(() => import("./reparse/Reparse")),
  audit: lazy(() => import("./audit/Audit")),
};

export function EngineScreen() {
  const { part } = useParams({ strict: false });
  const label = ENGINE_PARTS.find((tab) => tab.part === part)?.label;
  // Fetched again, because access may have changed since the sign-in. Nothing else is requested without access.
  const user = useQuery({ queryKey: ["user"], queryFn: () => unwrap(api.GET("/api/user")) });
  return (
    <Screen title={part !== undefined && label ? `Engine: ${label}` : "Engine"} wide>
      <QueryResult query={user} label="Checking access">
        {({ is_operator, email }) =>
          is_operator ? (
            <>
              <EngineTabs current={part} />
              <Part name={part} />
            </>
          ) : (
            <AdminRequired email={email} />
          )
        }
      </QueryResult>
    </Screen>
  );
}

function Part({ name }: { name: string | undefined }) {
  if (name === undefined) return <Overview />;
  if (!Object.hasOwn(PARTS, name)) {
    return (
      <EmptyState title="Unknown section" action={<Link to="/engine">Go to overview</Link>}>
        Check the address, or choose a section above.
      </EmptyState>
    );
  }
  const Section = PARTS[name as EnginePart];
  return (
    <Suspense fallback={<Loading rows={6} />}>
      <Section />
    </Suspense>
  );
}
