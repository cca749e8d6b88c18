/** As a field for date and time has it: in the reader's own zone, without saying so. */
export function localMoment(moment: string | undefined): string {
  if (moment === undefined) return "";
  const date = new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function momentOf(local: string): string | undefined {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
