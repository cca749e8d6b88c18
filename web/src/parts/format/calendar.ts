/** Whether an ISO date or time begins with a day that exists. `Date` reads February 31 as March 3. */
export function hasValidDay(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}T`);
}
