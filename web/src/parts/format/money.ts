/** An amount in the user's locale, with every digit kept: "1099.95" as "€1,099.95". */
export function formatMoney(amount: string, currency: string | null | undefined): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return currency ? `${amount} ${currency}` : amount;
  const digits = amount.split(".")[1]?.length ?? 0;
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const exact = amount as Intl.StringNumericLiteral;
  try {
    const style = currency ? ({ style: "currency", currency } as const) : {};
    return new Intl.NumberFormat(undefined, { ...shown, ...style }).format(exact);
  } catch {
    return `${amount} ${currency ?? ""}`.trim(); // a currency that the browser does not know
  }
}
