/** A value as JSON whose names are sorted: the same text for the same content, to be signed and compared. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name): [string, unknown] => [name, sorted(Reflect.get(value, name))]))
}
