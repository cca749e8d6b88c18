/** The tabs of the mailbox, as the address bar names them. */
export const MAILBOX_TABS = ["finished", "saved", "failed", "canceled", "dropped"] as const;
export type MailboxTab = (typeof MAILBOX_TABS)[number];

export interface MailboxSearch {
  show?: MailboxTab;
  /** Also lists parses that ended before the retention period of finished ones. */
  older?: true;
}

export function parseMailboxSearch(search: Record<string, unknown>): MailboxSearch {
  const show = MAILBOX_TABS.find((tab) => tab === search.show);
  return {
    ...(show !== undefined && show !== "finished" ? { show } : {}),
    ...(search.older === true ? { older: true as const } : {}),
  };
}
