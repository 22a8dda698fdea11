import { catalogue, type Operation } from '#shared/gateway/operations.ts'
import { access } from './en/access.ts'
import { answer } from './en/answer.ts'
import { card } from './en/card.ts'
import { cardLookup } from './en/card-lookup.ts'
import { certificates } from './en/certificates.ts'
import { compare } from './en/compare.ts'
import { common } from './en/common.ts'
import { payment } from './en/payment.ts'
import { failure } from './en/failure.ts'
import { forms } from './en/forms.ts'
import { history } from './en/history.ts'
import { inspector } from './en/inspector.ts'
import { keys } from './en/keys.ts'
import { moreOperations } from './en/more-operations.ts'
import { operationTexts, verbTexts } from './en/operation.ts'
import { order } from './en/order.ts'
import { orderStatus } from './en/order-status.ts'
import { profileChecks } from './en/profile-checks.ts'
import { profiles } from './en/profiles.ts'
import { registerCard } from './en/register-card.ts'
import { shell } from './en/shell.ts'
import { team } from './en/team.ts'
import { teamLists } from './en/team-lists.ts'
import { threeDSecure } from './en/three-d-secure.ts'
import { today } from './en/today.ts'
import { ui } from './en/ui.ts'
import { openOutcomes } from './en/open-outcomes.ts'
import { maintenance } from './en/maintenance.ts'

const texts = {
  common, ui, shell, today, access, failure, forms, answer, payment,
  order, orderStatus, card, cardLookup, compare, registerCard, moreOperations,
  inspector, history, keys, profileChecks, profiles, threeDSecure, openOutcomes, maintenance,
  team,
  teamLists, certificates,
} as const

/** Every text of the page in English, with those of the given operations (`operation.{id}`, `verb.{id}`). */
export function englishFor(operations: readonly Operation<string>[]) {
  return { ...texts, operation: operationTexts(operations), verb: verbTexts(operations) }
}

/**
 * Every text of the page in English, by area. `{name}` is a placeholder, `one | many` are plural forms chosen by
 * `count`; a literal `@`, `{` or `|` is written `{'@'}`.
 */
export const en = englishFor(catalogue)
