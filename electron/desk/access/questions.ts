/** The questions of calls that require a message box of the system before they run. */
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { calls, CallName, ParsedInput } from '#shared/ipc/contract.ts'
import { customerInWords } from '#shared/model/payments/customer.ts'
import type { ClosingKind } from '#shared/model/history/history.ts'
import { carefulDays } from '#shared/model/history/history-trust.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { loosensPerson } from '#shared/model/loosening/person.ts'
import { outsideWarning, fitsBox, inBoxes, oneLine, shownLines } from '../../common/boxes/outside-question.ts'
import { settingsLoosened, profileLoosened } from '../profiles/index.ts'
import { closingOf } from '../resolution/index.ts'
import type { OutsideQuestion, Services } from '../services.ts'

/** Calls whose box the guard shows. */
type CallWithBox = {
  [Name in CallName]: (typeof calls)[Name]['authority']['box']['kind'] extends 'first' ? Name : never
}[CallName]

type QuestionFor<Name extends CallName> = (
  input: ParsedInput<Name>, services: Services,
) => QuestionOrBoxes | Promise<QuestionOrBoxes>

/** One question, or a question split over several boxes. */
type QuestionOrBoxes = OutsideQuestion | readonly OutsideQuestion[]

/** SECURITY: a call that declares a box and has no question here does not compile. */
type Questions = { readonly [Name in CallWithBox]: QuestionFor<Name> }

const unexpected = outsideWarning('If you did not ask for this there')

function boxOf(question: string, action: string, lines: readonly string[]): OutsideQuestion {
  return { question: oneLine(question), details: [...lines.map(oneLine), '', unexpected], action }
}

/** A question that must not be cut: in as many boxes as its lines need. */
function boxesOf(question: string, action: string, lines: readonly string[]): QuestionOrBoxes {
  const whole = boxOf(question, action, lines)
  if (fitsBox(whole)) return whole
  const shown = lines.map(oneLine).flatMap(shownLines)
  return inBoxes(shown, (details) => ({ question: oneLine(question), details: [...details, '', unexpected], action }))
}

const because = (reason: string): string => `Reason: ${reason}`

/** SECURITY: whether the merchant stays the same decides which earlier charges prevent a second one. */
function merchantLines(before: Profile | null, { draft, openOutcomes }: ParsedInput<'profiles.save'>): readonly string[] {
  if (before === null || openOutcomes === undefined || merchantKeyOf(before) === merchantKeyOf(draft)) return []
  return [openOutcomes.sameMerchant
    ? 'It is the same merchant: what was sent to it before still prevents a second charge.'
    : 'It is another merchant: what was sent before no longer prevents a second charge.']
}

async function closing(
  { entryId, reason }: ParsedInput<'resolution.close'>, journal: Services['journal'], question: string,
  consequence: (closes: ClosingKind | null) => string,
): Promise<OutsideQuestion> {
  const found = await journal.entry({ entryId })
  const row = found.ok ? found.value?.row ?? null : null
  return boxOf(question, 'Close outcome', [
    `Profile: ${row?.profileName ?? 'unknown'}`, `Request: ${row?.operation ?? 'unknown'}, ${row?.at ?? 'time unknown'}`,
    `Merchant order id: ${row?.merchantOrderId ?? 'none'}`, `Order id: ${row?.orderId ?? 'none'}`, because(reason),
    consequence(row === null ? null : closingOf(row)),
  ])
}

const questions: Questions = {
  'profiles.save': async (input, services) => {
    const { id, draft } = input
    const before = id === null ? null : services.profiles.get(id)
    const changes = [...await profileLoosened(services, before, draft), ...merchantLines(before, input)]
    if (before?.environment !== 'production' && draft.environment === 'staging') {
      return boxOf(before?.environment === 'staging'
        ? `Change where the staging profile ${before.name} sends its requests?`
        : `Send requests of the staging profile ${draft.name} to this address?`, 'Save staging profile', changes)
    }
    return before?.environment === 'production'
      ? boxOf(`Change the production profile ${before.name}?`, 'Change profile', changes)
      : boxOf(`Use ${draft.name} for production?`, 'Save production profile', changes)
  },
  'profiles.confirm': async ({ id }, services) => {
    const profile = services.profiles.get(id)
    if (profile === null) return boxOf('Confirm a profile that is not here?', 'Confirm profile', [])
    return boxesOf(`Confirm the profile ${profile.name} as it stands? It was changed or put back outside this application.`,
      'Confirm profile', await profileLoosened(services, null, profile))
  },
  'profiles.acceptMissing': async (_input, { newest }) =>
    boxesOf('Confirm that these profiles are gone?', 'Confirm', (await newest.missing()).map(({ name }) => name)),
  'settings.save': (sent, services) => boxOf('Change the settings of this computer?', 'Change settings', settingsLoosened(services, sent)),
  'access.savePerson': (change, services) => {
    const before = services.users.person(change.id)
    const loosened = loosensPerson(before, change)
    return boxOf(before === null ? `Add ${change.name} to the persons of this desk?` : `Change the person ${before.name} of this desk?`,
      before === null ? 'Add person' : 'Change person', [
        ...before !== null && before.name !== change.name ? [`Name: ${before.name} → ${change.name}`] : [],
        `Role: ${before === null || before.role === change.role ? '' : `${before.role} → `}${change.role}`,
        ...loosened.includes('new-passphrase') ? ['The passphrase that was typed there replaces the one of this person.'] : [],
      ])
  },
  'access.removePerson': ({ id }, { users }) => {
    const person = users.person(id)
    return boxOf(`Remove ${person?.name ?? 'a person'} from this desk?`, 'Remove person', [
      `Role: ${person?.role ?? 'unknown'}`, 'This person cannot unlock the desk any more.',
    ])
  },
  'resolution.close': (input, { journal }) =>
    closing(input, journal, 'Close this open outcome by hand?', (closes) => (closes === 'collision'
      ? 'It was sent although the same had been sent before: both may have moved money. It counts as compared.'
      : 'From then on the application takes it that no money moved.')),
  'resolution.giveUp': (input, { journal }) =>
    closing(input, journal, 'Close a request whose end nobody knows?', () =>
      'Money may have moved. From then on the order is free for another refund, void or capture, at every desk.'),
  'maintenance.restore': ({ fileName }) => boxOf('Put a backup in the place of the history?', 'Restore backup', [
    `Backup: ${fileName}`, 'What the history of now still yields is added to it.',
  ]),
  'maintenance.giveUp': ({ fileName }) => boxOf('Give up entries of the history?', 'Give up', [
    fileName === null ? 'The history that is missing' : `File: ${fileName}`,
    'The warning ends. What only this history knew is not used to prevent a second charge.',
  ]),
  'maintenance.deleteOlder': ({ months, entries }) => boxOf('Remove the content of old entries of the history?', 'Remove content', [
    `Entries: ${entries}`, `Older than: ${months} months`,
    'It cannot be recovered. Order ids, amounts and states of payments stay, and so do lines of the audit trail.',
  ]),
  'maintenance.eraseCustomer': ({ customer, entries, staying, reason }, { profiles }) => boxOf('Erase the content of one customer?', 'Erase content', [
    `Chosen by ${customerInWords(customer.kind)}${customer.value === '' ? '' : `: ${maskFreeText(customer.value)}`}`,
    `Profile: ${customer.profileId === null ? 'all' : profiles.get(customer.profileId)?.name ?? 'unknown'}`,
    `Entries that lose their content: ${entries}`, `Entries that stay, as an outcome is open or a batch has not ended: ${staying}`, because(reason),
    'It cannot be recovered. Order ids, card references, amounts and states of payments stay, and so do lines of the audit trail.',
  ]),
  'historyTrust.goOn': ({ reason }) => boxOf('Go on with this history?', 'Go on with this history', [
    'The history on this computer lacks rows that the keychain remembers. Charges and refunds may be missing from it.',
    `From then on the gateway is asked before each payment, for ${carefulDays} days at least.`, because(reason),
  ]),
  'historyTrust.endQuestions': () => boxOf('End the questions before each payment?', 'End the questions', [
    'What the missing rows of the history knew is not used any more to prevent a second charge.',
  ]),
  'team.leave': ({ reason }) => boxOf('Leave the team?', 'Leave team', [
    'From now on this desk charges and refunds without asking the other desks.', because(reason),
  ]),
  'team.goOn': ({ reason }) => boxOf('Go on although the database of the team went back in time?', 'Go on', [because(reason)]),
  'team.closeCollision': ({ entryId, reason }) => boxOf('Close an entry that two desks sent?', 'Close', [
    `Entry: ${entryId}`, because(reason),
  ]),
  'team.admitDesk': ({ deskId, fingerprint, reason }) => boxOf('Admit another desk to the team?', 'Admit desk', [
    `Desk: ${deskId}`, `Fingerprint: ${fingerprint}`, because(reason),
  ]),
  'team.setWaitingTime': ({ minutes, reason }) => boxOf('Change the waiting time of the team?', 'Change waiting time', [
    `A claim is closed by hand after: ${minutes} minutes`, because(reason),
  ]),
  'team.proposeRemoval': ({ months, reason }) => boxOf('Propose to remove the content of old entries for all desks?', 'Propose removal', [
    `Older than: ${months} months`, because(reason), '',
    'Other desks remove their copies of it at once. The owner of the database can then remove it there.',
  ]),
  'team.allowAlone': ({ profileId, minutes, reason }, { profiles }) => boxOf('Charge and refund without asking the other desks?', 'Work alone', [
    `Profile: ${profiles.get(profileId)?.name ?? 'unknown'}`, `For: ${minutes} minutes`, because(reason),
  ]),
}

/** The questions of a call that declares a box, to be shown one after the other; empty for any other call. */
export async function questionsOf<Name extends CallName>(
  name: Name, input: ParsedInput<Name>, services: Services,
): Promise<readonly OutsideQuestion[]> {
  const table: { readonly [Any in CallName]?: QuestionFor<Any> } = questions
  return [await table[name]?.(input, services) ?? []].flat()
}
