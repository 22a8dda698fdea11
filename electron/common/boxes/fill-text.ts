/** A text whose placeholders, `{name}`, have the values of these names, without spaces at its ends. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '').trim()
}
