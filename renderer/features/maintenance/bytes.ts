const units = ['KB', 'MB', 'GB', 'TB'] as const

/** The text of a file's size: "812 KB", "3.2 MB"; at least "1 KB". */
export function sizeText(bytes: number): string {
  let size = bytes / 1_000
  let unit: (typeof units)[number] = 'KB'
  for (const larger of units.slice(1)) {
    if (size < 1_000) break
    size /= 1_000
    unit = larger
  }
  const shown = unit === 'KB' ? Math.max(1, Math.round(size)) : Number(size.toFixed(1))
  return `${new Intl.NumberFormat('en-GB').format(shown)} ${unit}`
}
