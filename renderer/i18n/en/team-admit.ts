/** Texts of admitting desks to a team, of refusing one, and of withdrawing an admission. */
export const admit = {
  waiting: 'Desks that wait to be admitted',
  lead: 'A desk that joined can neither charge nor refund for the team until an administrator admits it.',
  login: 'Login {login}',
  noKey: 'It has no key to compare: its computer has no keychain. It cannot be admitted.',
  more: '{count} further desk waits. It is listed here once you admit or refuse others. | {count} further desks wait. They are listed here once you admit or refuse others.',
  open: 'Admit…',
  openNamed: 'Admit {desk}',
  title: 'Admit the desk {desk}?',
  then: 'From then on it sends charges and refunds as the team permits them, and records them for all desks.',
  risk: 'Whoever knows a colleague’s password, or administers the database, can add a desk with a key of their own. It looks like any other here.',
  compare: 'Speak to the person who uses this desk, face to face or on a number that you know already. They read the fingerprint under Set-up, Team, Connection. Compare yours with them, too, if this is the first desk of the team.',
  differs: 'Compare all of it. If it differs, or nobody uses this desk, cancel, and ask the administrator of the database to lock its login.',
  fingerprint: 'Fingerprint of its key',
  hint: 'With whom you compared it, and how. Kept in the audit trail, signed, and shown to the other desks.',
  action: 'Admit desk',
  done: 'The desk {desk} was admitted.',
} as const

export const refuse = {
  open: 'Refuse…',
  openNamed: 'Refuse {desk}',
  title: 'Refuse to admit the desk {desk}?',
  when: 'Do this if nobody uses this desk any more, or if nobody of your team knows it.',
  then: 'It no longer waits here, and can neither charge nor refund for the team. If it has a key, an administrator can still admit it, after verifying the team journal.',
  stays: 'Its login can still connect. If nobody of your team knows the desk, ask the administrator of the database to lock the login.',
  action: 'Refuse desk',
  done: 'The desk {desk} was refused.',
} as const

export const waitingTime = {
  title: 'Waiting time',
  lead: 'So old must a claim be before a person closes it by hand, at any desk of the team.',
  now: '{minutes} minutes',
  open: 'Change waiting time…',
  dialogTitle: 'Change the waiting time of the team?',
  action: 'Change waiting time',
  minutes: 'Waiting time (minutes)',
  minutesHint: '15 to 10,080 (7 days). The gateway and the bank need time to finish.',
  minutesProblem: 'Enter a whole number from 15 to 10080.',
  point: 'It holds for every desk at once. The shorter it is, the more likely an order is freed whose request still ends.',
  hint: 'Kept in the audit trail of this desk.',
  done: 'The waiting time is {minutes} minutes.',
} as const

export const withdraw = {
  open: 'Withdraw…',
  openNamed: 'Withdraw the admission of {desk}',
  title: 'Withdraw the admission of {desk}?',
  when: 'Do this if its fingerprint was not really compared, or if its computer or its key may be in the wrong hands.',
  then: 'It can neither charge nor refund for the team, nor record anything, until an administrator admits it again. This takes effect when it is delivered, if the login of this desk is an administrator of the team.',
  stays: 'What it has recorded stays in the team journal. Its open claims stay open until they are closed under Open outcomes.',
  hint: 'Why. Kept in the audit trail, signed, and shown to the other desks.',
  action: 'Withdraw admission',
  done: 'The admission of {desk} was withdrawn.',
} as const
