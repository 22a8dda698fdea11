/** Texts of the comparison of payments, of "Charged twice?", and of its verdicts. */
const atTheBank = 'What the customer\'s bank shows cannot be seen here: it may list a payment that was not approved as reserved for some days.'
const elsewhere = 'A charge that was sent from elsewhere is not in this history, and the gateway lists no orders. Ask the customer for the line on the statement, and gateway support for the order behind it.'
const arrival = 'When the refund reaches the customer depends on the bank, and cannot be seen here.'

export const compare = {
  title: 'Compare payments',
  open: 'Compare',
  chargedTwice: 'Charged twice?',
  pair: '{amount} twice by the same card, {apart} apart. One may be a duplicate.',
  earlierOne: 'Another payment of {amount} by the same card, {apart} earlier ({time}): {state}',
  laterOne: 'Another payment of {amount} by the same card, {apart} later ({time}): {state}',
  apart: '{apart} apart',
  moments: 'seconds',
  minutes: '{count} minute | {count} minutes',
  hours: '{count} hour | {count} hours',
  subtitle: 'As recorded here. Nothing is asked of the gateway until you choose Check both now.',
  subtitleOne: 'As recorded here. Nothing is asked of the gateway until you choose Check now.',
  table: 'Two payments side by side',
  tableOne: 'The payment',
  fact: 'Fact',
  earlier: 'Earlier payment',
  later: 'Later payment',
  only: 'Payment',
  result: 'Result',
  refunded: 'Refunded',
  differs: 'Differs',
  notKnown: 'Not known',
  openPayment: 'Open payment',
  checkBoth: 'Check both now',
  verdict: {
    onlyOne: {
      title: 'Only one payment is known here',
      text: `No other one like it is recorded. ${elsewhere}`,
    },
    noResult: {
      title: 'Not certain yet',
      text: 'Money may have moved. Check both, and refund none of them before both have a final result.',
    },
    returnedAmount: {
      title: 'Not certain how much was returned',
      text: 'An amount was reversed by a request that was not sent from here. Ask gateway support how much before you refund.',
    },
    twoApproved: {
      title: 'Two payments were approved: {amount} each, {apart} apart',
      text: 'If the customer ordered once, refund the later one.',
    },
    oneApproved: {
      title: 'One payment was approved, and one was not',
      text: `Of these two, only the approved one collects money, or holds it where it is a hold. ${atTheBank}`,
    },
    noneApproved: { title: 'Neither payment was approved', text: `No money was collected by these two. ${atTheBank}` },
    oneRefunded: {
      title: 'Already refunded: one of the two was returned whole',
      text: `The other one remains charged, or held where it is a hold. ${arrival}`,
    },
    allRefunded: { title: 'Already refunded: neither of the two remains charged', text: arrival },
  },
  cardNotProven: {
    title: 'Not proven to be the same card',
    text: 'Neither the card reference nor the gateway\'s hash shows it, and last four digits are no proof. Compare cardholder, time and customer before you refund.',
  },
  choose: {
    list: 'Payments to compare',
    byCard: 'Payments of {amount} by this card within 48 hours. Choose two.',
    byDigits: 'Payments of {amount} by cards that end in {lastFour}, {when}',
    around: 'up to 48 hours before or after {day}',
    anyDay: 'at any time, newest first',
    noProof: 'Last four digits are no proof of the same card',
    digits: 'Other cards end in the same digits. Choose the payments that are the customer\'s: by time, cardholder and merchant.',
    cannot: 'Two are chosen, or another merchant, amount or currency, or more than 48 hours apart',
    newest: 'The newest {count}. Add the day to the search to see earlier ones.',
    none: { title: 'No payment like this is known here', text: elsewhere },
  },
  cardNotKnown: {
    title: 'The card of this payment is not known',
    text: 'Neither a card reference nor the gateway\'s hash of the card is recorded with it.',
    byDigits: 'Search by the last four digits',
  },
  none: {
    title: 'Two payments are needed',
    text: 'Open a payment or a card, and choose “Charged twice?” there.',
  },
  notPayment: 'One of the two is not a payment that this desk can open.',
} as const
