/** Texts of the letterhead of a profile. */
export const letterhead = {
  title: 'Letterhead',
  hint: 'How documents for customers name you. Left empty, they have the name of the profile.',
  name: 'Name on documents',
  address: 'Address',
  contact: 'Contact for customers',
  contactHint: 'A mail address, a phone number or a page',
  logo: 'Logo',
  logoHint: 'PNG, at most 200 kB. Its file is read once; the profile keeps the picture.',
  logoKept: 'A logo of {size} kB is in the profile.',
  choose: 'Choose logo…',
  remove: 'Remove logo',
} as const
