/** Replaces each placeholder `{name}` with its value, or with nothing if it has none, and trims the result. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '').trim()
}
