import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { createItemQuery } from "../../parts/job/item";
import { isKind } from "../../parts/record/kinds";
import { getTitle } from "../../parts/record/types";
import { Screen } from "../../parts/shell/Screen";
import { History } from "./changes/History";
import { JsonView } from "./JsonView";
import { NoRecord } from "./NoRecord";
import { RecordLead } from "./RecordLead";
import { RecordView } from "./RecordView";
import type { View } from "./search";
import { type ItemRecord, useRecord } from "./useRecord";

const route = getRouteApi("/records/$itemId");

export function RecordScreen() {
  const { itemId } = route.useParams();
  const { view = "reading", explain = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { pages, record, versions } = useRecord(itemId);
  const title = useTitle(record);
  if (record === undefined) {
    return (
      <Screen title={title}>
        {pages.isError ? (
          <Problem error={pages.error} title="Could not load the record" onRetry={() => pages.refetch()} />
        ) : (
          <Loading rows={5} height={80} label="Loading the record" />
        )}
      </Screen>
    );
  }
  const show = (next: { view?: View }) =>
    navigate({ search: (known) => ({ ...known, ...next }), resetScroll: false });
  const setExplain = (isOn: boolean) =>
    navigate({
      search: (known) => ({ ...known, explain: isOn || undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Screen title={title} lead={<RecordLead record={record} />}>
      {record.record === null || !isKind(record.kind) ? (
        <NoRecord record={record} />
      ) : (
        <Tabs
          value={view}
          keepMounted={false}
          onChange={(next) => show({ view: next === "reading" ? undefined : (next as View) })}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="reading">Record</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="reading">
            <RecordView
              item={record}
              kind={record.kind}
              record={record.record}
              isExplaining={explain}
              onExplain={setExplain}
            />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <History record={record} versions={versions} pages={pages} />
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <JsonView record={record.record} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Screen>
  );
}

/** The title of the record; without a record the title or URL of the input, else the row number. */
function useTitle(item: ItemRecord | undefined): string {
  const isMissing = item?.record === null && item.jobId !== null;
  const input = useQuery({
    ...createItemQuery(item?.jobId ?? 0, item?.itemId ?? ""),
    enabled: isMissing,
  }).data;
  const recordTitle = item?.record && getTitle(item.record);
  const row = input && `Row ${input.row}`;
  return recordTitle || input?.inputSummary.title || item?.url || input?.inputSummary.url || row || "Record";
}
