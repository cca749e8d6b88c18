/** What of the mailbox is looked at: what came of the links and pictures that were sent. */
export const SHOWN = ["finished", "saved", "failed", "canceled", "dropped"] as const;
export type Shown = (typeof SHOWN)[number];

export interface MailboxSearch {
  show?: Shown;
  /** Also what ended longer ago than finished parses are kept for. */
  older?: true;
}

export function mailboxSearch(search: Record<string, unknown>): MailboxSearch {
  const show = SHOWN.find((word) => word === search.show);
  return {
    ...(show !== undefined && show !== "finished" ? { show } : {}),
    ...(search.older === true ? { older: true as const } : {}),
  };
}
