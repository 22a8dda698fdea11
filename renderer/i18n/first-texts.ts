/** The texts that the first screen, the lock screen and the application's frame need. */
import { access } from './en/access.ts'
import { alerts } from './en/alerts.ts'
import { certificates } from './en/certificates.ts'
import { common } from './en/common.ts'
import { compare } from './en/compare.ts'
import { failure } from './en/failure.ts'
import { history } from './en/history.ts'
import { keys } from './en/keys.ts'
import { maintenance } from './en/maintenance.ts'
import { openOutcomes } from './en/open-outcomes.ts'
import { payment } from './en/payment.ts'
import { profileChecks } from './en/profile-checks.ts'
import { profiles } from './en/profiles.ts'
import { shell } from './en/shell.ts'
import { team } from './en/team.ts'
import { teamLists } from './en/team-lists.ts'
import { today } from './en/today.ts'
import { ui } from './en/ui.ts'

export const firstTexts = {
  common, ui, shell, today, alerts, access, failure, payment, compare, history, keys, profileChecks, profiles,
  openOutcomes, maintenance, team, teamLists, certificates,
} as const
