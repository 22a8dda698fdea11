import { computed, ref, watch, type Ref } from 'vue'
import { useAccess } from '../../../app/stores/access.ts'
import {
  gridOf, layoutSchema, movedColumn, narrowestColumn, noLayout, orderedColumns, shownColumns, widestColumn,
  type ColumnId, type Layout,
} from './columns.ts'
import type { ListTexts } from './list-texts.ts'
import type { Density } from './use-density.ts'

/**
 * The columns that a person chose for a density: visibility, order and widths. The choice is stored on this computer;
 * one that cannot be read is ignored. `texts`: facts of the list that the widths depend on.
 */
export function useColumns(
  density: Readonly<Ref<Density>>, isTeam: Readonly<Ref<boolean>>, texts: Readonly<Ref<ListTexts>>,
) {
  const access = useAccess()
  const key = computed(() => `history.columns.${density.value}.${access.person?.id ?? 'desk'}`)
  const layout = ref(readLayout(key.value))
  watch(key, (now) => { layout.value = readLayout(now) }, { flush: 'sync' })

  const columns = computed(() => orderedColumns(density.value, isTeam.value, layout.value))
  const shown = computed(() => shownColumns(columns.value, layout.value))
  const grid = computed(() => gridOf(shown.value, {
    density: density.value, isTeam: isTeam.value, widths: layout.value.widths, ...texts.value,
  }))
  const isUsual = computed(() => JSON.stringify(layout.value) === JSON.stringify(noLayout))

  function choose(changed: Partial<Layout>): void {
    layout.value = { ...layout.value, ...changed }
    window.localStorage.setItem(key.value, JSON.stringify(layout.value))
  }

  function show(id: ColumnId, on: boolean): void {
    const others = layout.value.hidden.filter((one) => one !== id)
    choose({ hidden: on ? others : [...others, id] })
  }

  /** Moves a column by `by` positions. */
  function move(id: ColumnId, by: number): void {
    choose({ order: [...movedColumn(columns.value, id, by)] })
  }

  /** Sets a width in pixels, within the limits; null for the default one. */
  function resize(id: ColumnId, width: number | null): void {
    const { [id]: _before, ...others } = layout.value.widths
    const within = Math.min(widestColumn, Math.max(narrowestColumn, Math.round(width ?? 0)))
    choose({ widths: width === null ? others : { ...others, [id]: within } })
  }

  function reset(): void {
    layout.value = noLayout
    window.localStorage.removeItem(key.value)
  }

  return { columns, shown, grid, isUsual, show, move, resize, reset }
}

export type Columns = ReturnType<typeof useColumns>

function readLayout(key: string): Layout {
  try {
    const kept = layoutSchema.safeParse(JSON.parse(window.localStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : noLayout
  } catch {
    return noLayout
  }
}
