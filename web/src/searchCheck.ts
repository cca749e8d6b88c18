/** The router keeps what a check merely leaves out, so what does not fit is said to be nothing. */
export function only<Search extends object>(check: (said: Record<string, unknown>) => Search) {
  return (said: Record<string, unknown>): Search => {
    const nothing = Object.fromEntries(Object.keys(said).map((name) => [name, undefined]));
    return { ...nothing, ...check(said) };
  };
}
