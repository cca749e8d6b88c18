/** The router keeps what a check merely leaves out, so what does not fit is said to be nothing. */
export function clearUnknown<Search extends object>(check: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => {
    const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...cleared, ...check(search) };
  };
}
