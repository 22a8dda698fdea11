import { todayFigures } from './today-figures.ts'

/** Texts of the screen "Today". */
export const today = {
  ...todayFigures,
  title: 'Today',
  needs: '{count} thing needs you | {count} things need you',
  nothing: 'Nothing needs you',
  nothingText: 'Every request has a result, and nothing of this desk is due.',
  nothingYet: '{count} request has no result yet and is followed. Nothing of this desk is due. | {count} requests have no result yet and are followed. Nothing of this desk is due.',
  uncertain: '{amounts} in {count} request may have moved. | {amounts} in {count} requests may have moved.',
  uncertainAtLeast: 'At least {amounts} in {count} request may have moved. | At least {amounts} in {count} requests may have moved.',
  uncertainWithoutAmount: '{count} request may have moved money. | {count} requests may have moved money.',
  others: 'Every request has a result.',
  newCharge: 'New charge',
  list: 'Needs you',
  atStake: 'At stake',
  age: 'Age',
  loading: 'Reading what waits…',
  payments: {
    title: {
      'unknown': 'Unknown outcome', 'error': 'Gateway error', 'sent-twice': 'Sent twice', 'processing': 'Still processing',
      'cardholder': 'Waiting for the cardholder',
    },
    known: {
      'unknown': 'no valid reply', 'error': 'the result at the bank is uncertain', 'sent-twice': 'both may have moved money',
      'processing': 'no result yet', 'cardholder': 'the bank’s page is not finished',
    },
    moreUncertain: '{count} more request may have moved money | {count} more requests may have moved money',
    moreWaiting: '{count} more payment waits for the cardholder | {count} more payments wait for the cardholder',
    elsewhere: '{count} open outcome of another merchant | {count} open outcomes of other merchants',
    otherDesks: '{count} open outcome of another desk | {count} open outcomes of other desks',
    show: 'Show {count}',
    copyLink: 'Copy link',
    decide: 'Decide…',
  },
  housekeeping: {
    backupFailed: 'The last backup failed',
    backupOld: 'The last good backup is {span} old',
    backupNext: 'A backup is made each day while the application runs.',
    verificationFailed: 'The verification of the history failed',
    verificationNext: 'Verify it again to see where it does not hold.',
  },
} as const
