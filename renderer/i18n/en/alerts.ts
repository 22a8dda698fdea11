/** Texts of the alerts: what happens, since when, what to do, and the rule. */
export const alerts = {
  alerts: {
    since: 'since {at}',
    rule: 'Rule: {rule}',
    show: 'Show {count}',
    requests: 'Show requests',
    share: '{failed} of {payments}',
    percent: '{failed} of {payments} ({percent} %)',
    wave: '{now} in the last 60 minutes, {before} in the {days} days before',
    waveAlone: '{now} in the last 60 minutes, no payment in the {days} days before',
    reason: '{text} · {count}',
    noReason: 'No reason given',
    code: 'Code {code}',
    openOutcomes: 'Open outcomes',
    waveRule: 'at least {least} final payments in the last 60 minutes (whole quarter-hours), with at least {times} times the share of the {days} days before and {points} points above it.',
    declines: {
      title: 'Many payments are declined',
      advice: 'Nothing is stopped. Compare the reasons. If they are unusual for your cards, ask gateway support before you send more.',
    },
    uncertain: {
      title: 'Many payments have no certain result',
      advice: 'Nothing is stopped, and money may have moved. Do not send these payments again: they are checked automatically. Ask gateway support if their number grows.',
    },
    slow: {
      title: 'The gateway answers slowly',
      detail: '{percentile} % of {answers} answers within {seconds} s, {slow} took more than {limit} s',
      advice: 'Nothing is stopped. A payment that takes longer than the time limit becomes an unknown outcome. Wait with large batches.',
      rule: '{percentile} % of the answers of the last 60 minutes take up to more than {limit} s, with at least {least} answers.',
    },
    noAnswer: {
      title: 'The gateway does not answer',
      detail: 'no valid answer to the last {count} requests',
      advice: 'Nothing is stopped. Test the connection of the profile. Payments without an answer are open outcomes: do not send them again.',
      rule: '{least} requests in succession without a valid answer. The next answer ends it.',
    },
    certificate: {
      title: 'The gateway’s certificate ends on {day}',
      ends: '{span} left',
      ended: 'it has ended',
      advice: 'Nothing is stopped before. Ask gateway support for the date of the new certificate: without it nothing can be sent.',
      rule: 'the certificate of the last connection ends within {days} days.',
    },
    clock: {
      ahead: 'This computer’s clock is {span} ahead',
      behind: 'This computer’s clock is {span} behind',
      detail: 'compared with the gateway’s last answer',
      advice: 'Nothing is stopped. Let the system set its clock: requests with a wrong time may be refused, and times in the history are wrong.',
      rule: 'more than {limit} s from the clock of the gateway. The next answer of the gateway checks it again.',
    },
    seconds: '{count} s',
  },
} as const
