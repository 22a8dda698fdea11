/** Texts of the screen "Register card". */
export const registerCard = {
  title: 'Register card',
  version: 'Version',
  v2: 'Version 2',
  v2Hint: 'Signed with the control secret. Also gives an id that is the same for one card number.',
  v4: 'Version 4',
  v4Hint: 'Signed with the key. Also gives ids for automatic transactions and transfers.',
  noKey: 'This profile has no key: version 4 can not be signed.',
  fromOrder: 'From order {orderId}. The ids are those of that order.',
  ids: 'What the gateway gave, and what each is for',
} as const
