/** The signed text beside the expected one, part by part. */
import type { Masked } from '../brands.ts'

export const sideParts = ['method', 'url', 'parameter', 'value', 'secret', 'around'] as const
type SidePart = (typeof sideParts)[number]

export interface SideRow {
  readonly part: SidePart
  /** The parameter's name or the value's label; empty if the part needs none. */
  readonly name: Masked
  /** Null if that side has no such part. */
  readonly theirs: Masked | null
  readonly ours: Masked | null
  /** True if the unmasked texts differ. */
  readonly differs: boolean
  /** True if its position in their order differs. */
  readonly moved: boolean
}

export interface Sides {
  /**
   * `given`: the pasted text states what was signed. `proven`: the signature or control was computed from this text.
   */
  readonly source: 'given' | 'proven'
  readonly rows: readonly SideRow[]
}

/** One part of a text before masking, with the text that may be shown. */
export interface SideCell {
  readonly part: SidePart
  /** Parts of both sides with the same key form one row. */
  readonly key: string
  readonly name: Masked
  readonly text: string
  readonly shown: Masked
}

/** Aligns two lists of parts in our order; a part that only they have keeps its position among theirs. */
export function sideBySide(theirs: readonly SideCell[], ours: readonly SideCell[]): SideRow[] {
  const left = numbered(theirs)
  const right = numbered(ours)
  const extra = onlyIn(left, right)
  const placeInTheirs = new Map<string, number>()
  for (const key of left.keys()) placeInTheirs.set(key, placeInTheirs.size)
  const places: number[] = []
  for (const key of right.keys()) {
    const place = placeInTheirs.get(key)
    if (place !== undefined) places.push(place)
  }
  const staying = inOrder(places)
  const rows: SideRow[] = extra.get('') ?? []
  for (const [key, cell] of right) {
    const other = left.get(key) ?? null
    const place = placeInTheirs.get(key)
    rows.push({
      part: cell.part, name: cell.name, theirs: other?.shown ?? null, ours: cell.shown,
      differs: other?.text !== cell.text, moved: place !== undefined && !staying.has(place),
    })
    for (const row of extra.get(key) ?? []) rows.push(row)
  }
  return rows
}

/** Their parts that are not among ours, by the key of our part before them; before all of ours, by an empty key. */
function onlyIn(
  theirs: ReadonlyMap<string, SideCell>, ours: ReadonlyMap<string, SideCell>,
): Map<string, SideRow[]> {
  const extra = new Map<string, SideRow[]>()
  let before = ''
  for (const [key, cell] of theirs) {
    if (ours.has(key)) before = key
    else {
      const row = { part: cell.part, name: cell.name, theirs: cell.shown, ours: null, differs: true, moved: false }
      const behind = extra.get(before)
      if (behind === undefined) extra.set(before, [row])
      else behind.push(row)
    }
  }
  return extra
}

/** The longest ascending subsequence; all other parts were moved. */
function inOrder(places: readonly number[]): ReadonlySet<number> {
  // For each length, the index of the smallest end of an ascending subsequence; for each number, its predecessor there.
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, place] of places.entries()) {
    const length = firstIndex(ends.length, (at) => (places[ends[at] ?? 0] ?? 0) >= place)
    before[index] = ends[length - 1]
    ends[length] = index
  }
  const staying = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = before[index]) staying.add(places[index] ?? 0)
  return staying
}

/** The first index below `count` from which on `isFrom` is true, by binary search; `count` if it is never true. */
function firstIndex(count: number, isFrom: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isFrom(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Parts by key; the second part with a key gets a number behind it. */
function numbered(cells: readonly SideCell[]): Map<string, SideCell> {
  const found = new Map<string, SideCell>()
  const counts = new Map<string, number>()
  for (const cell of cells) {
    let count = (counts.get(cell.key) ?? 0) + 1
    let key = count === 1 ? cell.key : `${cell.key} ${count}`
    // Another part may already have that key.
    for (; found.has(key); count += 1) key = `${cell.key} ${count + 1}`
    counts.set(cell.key, count)
    found.set(key, cell)
  }
  return found
}
