/** The actions on a key, and the states in which each is allowed. */
import { Archive, ArchiveRestore, FlaskConical, KeyRound, RefreshCw, Save, ShieldCheck, Trash2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { KeyLife, NextStep } from '#shared/model/keys/key-life.ts'

export type KeyAction =
  'public' | 'sent' | 'test' | 'use' | 'replace' | 'back-up' | 'prove' | 'retire' | 'reinstate' | 'remove'

/** The action of the button for the next step. */
export const actionOfNext: Readonly<Record<NextStep, KeyAction>> = {
  'export': 'public', 'confirm-sent': 'sent', 'test': 'test', 'use': 'use', 'replace': 'replace', 'retire': 'retire',
  'destroy': 'remove',
}

interface MenuEntry {
  readonly id: KeyAction
  readonly icon: Component
  readonly danger?: true
}

/** The menu of a key. An operator may only read; `life` is null while it is not known. */
export function menuOf(life: KeyLife | null, mayChange: boolean): readonly MenuEntry[] {
  const prove: MenuEntry = { id: 'prove', icon: ShieldCheck }
  if (!mayChange) return [prove]
  const isRetired = life?.state === 'retired'
  return [
    prove,
    ...(isRetired ? [] : [
      { id: 'test', icon: FlaskConical }, { id: 'use', icon: KeyRound }, { id: 'replace', icon: RefreshCw },
    ] as const),
    { id: 'back-up', icon: Save },
    isRetired ? { id: 'reinstate', icon: ArchiveRestore } : { id: 'retire', icon: Archive },
    { id: 'remove', icon: Trash2, danger: true },
  ]
}
