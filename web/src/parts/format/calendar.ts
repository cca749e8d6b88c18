/** Whether an ISO date or moment begins with a day that exists. `Date` takes February 31 for March 3. */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}T`);
}
