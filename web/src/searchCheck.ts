/** The router keeps parameters that a validator leaves out, so invalid ones are set to undefined. */
export function clearUnknown<Search extends object>(check: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => {
    const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...cleared, ...check(search) };
  };
}
