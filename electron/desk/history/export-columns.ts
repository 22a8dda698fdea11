/** The columns of an entry in an exported table; `docs/export.md` is generated from them. */
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import type { MinorUnits } from '#shared/brands.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { ShownNote } from '#shared/model/history/note.ts'
import { openFollowUp } from '#shared/model/history/shown-notes.ts'
import { localTime } from '../../common/processes/time.ts'

export type Reading = Switches['minorUnitDigits']

interface ExportColumn {
  readonly name: string
  /** `text`: a spreadsheet must not convert it. `plain`: safe as it is (times, amounts). */
  readonly kind: 'text' | 'plain'
  /** The content of the cells, for the documents. */
  readonly content: string
  readonly cell: (row: HistoryRow, reading: Reading, notes: readonly ShownNote[]) => string | null
}

/** The columns in order. */
export const columns: readonly ExportColumn[] = [
  {
    name: 'Time (UTC)', kind: 'plain', cell: (row) => row.at,
    content: '`2026-11-20T09:41:07.120Z`',
  },
  {
    name: 'Time (local)', kind: 'plain', cell: (row) => localTime(Date.parse(row.at)),
    content: 'the same moment on this computer with its offset: `2026-11-20T10:41:07.120+01:00`',
  },
  {
    name: 'Who', kind: 'text', cell: (row) => row.who,
    content: 'the system user',
  },
  {
    name: 'Desk', kind: 'text', cell: (row) => row.sentByLabel ?? '',
    content: 'in a team the desk that sent it',
  },
  {
    name: 'Profile', kind: 'text', cell: (row) => row.profileName,
    content: 'its name when it was sent',
  },
  {
    name: 'Environment', kind: 'text', cell: (row) => row.environment,
    content: 'of the profile when it was sent',
  },
  {
    name: 'Operation', kind: 'text', cell: (row) => row.operation,
    content: '`recurrent-payment`',
  },
  {
    name: 'Entry point', kind: 'text', cell: ({ entryPoint }) => `${entryPoint.kind} ${entryPoint.id}`,
    content: '`endpoint 1001`',
  },
  {
    name: 'State', kind: 'text', cell: (row) => row.state,
    content: '`approved`',
  },
  {
    name: 'Merchant order id', kind: 'text', cell: (row) => row.merchantOrderId,
    content: 'id as text',
  },
  {
    name: 'Order id', kind: 'text', cell: (row) => row.orderId,
    content: 'id as text',
  },
  {
    name: 'Serial number', kind: 'text', cell: (row) => row.serialNumber,
    content: 'id as text',
  },
  {
    name: 'Card reference id', kind: 'text', cell: (row) => row.cardReference,
    content: 'id as text',
  },
  {
    name: 'Last four digits', kind: 'text', cell: (row) => row.lastFour,
    content: 'of the card, as text',
  },
  {
    name: 'Amount', kind: 'plain', cell: (row, reading) => amounts([amountOf(row)], row, reading),
    content: 'decimal text by the digits of the currency (and the gateway variation of the profile): `10.15`. Of a whole refund, void or capture the amount that was reviewed; empty where it was not known',
  },
  {
    name: 'Currency', kind: 'text', cell: currencyOf,
    content: '`USD`',
  },
  {
    name: 'Net amount', kind: 'plain', cell: (row, reading) => netAmount(row, reading),
    content: 'of approved movements only: positive for a charge or capture, `-10.15` for a refund, void or payout; empty for holds, their release, transfers between cards, what is not approved, and where the amount is not known',
  },
  {
    name: 'Amounts tried in turn', kind: 'plain', cell: (row, reading) => amounts(row.enumeratedMinorAmounts, row, reading),
    content: 'the same, separated by spaces',
  },
  {
    name: 'Reported differently', kind: 'plain', cell: (row) => (row.reportedOtherwise ?? []).join(' '),
    content: 'what the gateway reports differently than it was sent, or than before: `amount`, `currency`, `type`, `status`, separated by spaces; the amounts of this table stay those that were sent',
  },
  {
    name: 'Error code', kind: 'text', cell: (row) => row.errorCode,
    content: 'as returned',
  },
  {
    name: 'Error text', kind: 'text', cell: (row) => row.errorText,
    content: 'as returned, masked',
  },
  {
    name: 'Card brand', kind: 'text', cell: (row) => row.cardBrand,
    content: 'as replies named it',
  },
  {
    name: 'Cardholder', kind: 'text', cell: (row) => row.cardholder,
    content: 'as replies named it',
  },
  {
    name: 'Bank reference (RRN)', kind: 'text', cell: (row) => row.bankReference,
    content: 'of this transaction, as text',
  },
  {
    name: 'Approval code', kind: 'text', cell: (row) => row.approvalCode,
    content: 'of this transaction, as text',
  },
  {
    name: 'Final time (UTC)', kind: 'plain', cell: (row) => row.finalAt,
    content: 'when the gateway made the status final; empty where its date names no time zone',
  },
  {
    name: 'Reason', kind: 'text', cell: (row) => row.reason,
    content: 'as typed',
  },
  {
    name: 'Comment', kind: 'text', cell: (row) => row.comment,
    content: 'as typed; it was sent to the gateway',
  },
  {
    name: 'Notes', kind: 'text', cell: (_row, _reading, notes) => notes.flatMap(({ text }) => text ?? []).join('\n\n'),
    content: 'newest first',
  },
  {
    name: 'Follow-up', kind: 'text', cell: (_row, _reading, notes) => followUps(notes),
    content: 'those that are not done',
  },
  {
    name: 'Tags', kind: 'text', cell: (_row, _reading, notes) => [...new Set(notes.flatMap(({ tags }) => tags))].join(', '),
    content: 'of all notes',
  },
  {
    name: 'Payment entry', kind: 'text', cell: (row) => row.paymentEntryId,
    content: 'the entry that made the order; the same for a charge and its refunds',
  },
  {
    name: 'Entry', kind: 'text', cell: (row) => row.entryId,
    content: 'the id within this installation',
  },
]

/** Follow-ups that are not done, with day and person. */
function followUps(notes: readonly ShownNote[]): string {
  return notes.flatMap((note) => openFollowUp(note) ?? [])
    .map(({ day, person }) => [day, person?.name ?? ''].join(' ').trim()).join(', ')
}

/** The sent amount, or the reviewed amount if the request is about the whole order. */
function amountOf({ minorAmount, reviewed }: HistoryRow): MinorUnits | null {
  return minorAmount ?? reviewed?.minorAmount ?? null
}

function currencyOf({ currency, reviewed }: HistoryRow): string | null {
  return currency ?? reviewed?.currency ?? null
}

/**
 * A number that any spreadsheet reads: an ASCII minus for an amount that leaves the merchant, and no apostrophe before
 * it.
 */
function netAmount(row: HistoryRow, reading: Reading): string {
  const { netMinorAmount } = row
  if (netMinorAmount === null) return ''
  const sign = netMinorAmount.startsWith('-') ? '-' : ''
  return `${sign}${amounts([netMinorAmount.slice(sign.length) as MinorUnits], row, reading)}`
}

/** The amounts in major units. Minor units of an unknown currency stay unchanged, as on the screen. */
function amounts(minor: readonly (MinorUnits | null)[], row: HistoryRow, reading: Reading): string {
  const digits = minorUnitDigits(currencyOf(row) ?? '', reading) ?? 0
  return minor.filter((amount) => amount !== null).map((amount) => toMajorText(amount, digits)).join(' ')
}
