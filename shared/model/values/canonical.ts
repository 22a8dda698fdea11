/** A value as JSON with sorted names: equal content gives equal text, for signatures and comparisons. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name): [string, unknown] => [name, sorted(Reflect.get(value, name))]))
}
