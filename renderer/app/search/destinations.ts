/** The screens and actions that the quick search opens by their names. */
import { Building2, KeyRound, Lock, ScanText, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { shell } from '../../i18n/en/shell.ts'
import type { TextKey, Translate } from '../../i18n/index.ts'
import { linkGroups } from '../navigation.ts'

type ActionId = keyof typeof shell.find.action

/** A screen, or an action. `words`: other names that people use for it. */
export interface Destination {
  readonly id: string
  readonly name: TextKey
  readonly hint: TextKey
  readonly words: TextKey
  readonly icon: Component
  /** Null for an action on the open screen. */
  readonly to: RouteLocationRaw | null
  /** Only administrators may do it. */
  readonly administrators: boolean
}

const screens = linkGroups.flatMap(({ links }) => links).map(({ to, name, screen, icon }): Destination => ({
  id: to, name, hint: `shell.find.screen.${screen}.hint`, words: `shell.find.screen.${screen}.words`, icon, to, administrators: false,
}))

function action(
  id: ActionId, icon: Component, to: RouteLocationRaw | null, { administrators = false } = {},
): Destination {
  const text = `shell.find.action.${id}` as const
  return { id, name: `${text}.name`, hint: `${text}.hint`, words: `${text}.words`, icon, to, administrators }
}

const destinations: readonly Destination[] = [
  action('refund', Undo2, null),
  action('findMistake', ScanText, { path: '/inspector', query: { find: '1' } }),
  action('generateKey', KeyRound, { path: '/keys', query: { generate: '1' } }, { administrators: true }),
  action('newProfile', Building2, { path: '/profiles', query: { create: '1' } }, { administrators: true }),
  action('lock', Lock, null),
  ...screens,
]

const shortestWord = 2
const most = 5
const fillers: ReadonlySet<string> = new Set(['a', 'an', 'the', 'to', 'of'])

/**
 * The destinations that a text names: each of its words begins a word of the destination. Returns at most five; those
 * whose name begins with the text come first. A text with a digit names none.
 */
export function destinationsOf(
  text: string, { mayAdminister, t }: { mayAdminister: boolean; t: Translate },
): readonly Destination[] {
  const typed = wordsOf(text)
  const all = typed.filter((word) => !fillers.has(word))
  if (!/^[\p{L}\s-]+$/u.test(text) || !all.some((word) => word.length >= shortestWord)) return []
  const found = destinations.filter(({ administrators, name, hint, words }) => (mayAdminister || !administrators)
    && begins(all, wordsOf([name, hint, words].map((key) => t(key)).join(' '))))
  const isNamed = ({ name }: Destination): boolean => t(name).toLowerCase().startsWith(typed.join(' '))
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))].slice(0, most)
}

function begins(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((one) => words.some((word) => word.startsWith(one)))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
