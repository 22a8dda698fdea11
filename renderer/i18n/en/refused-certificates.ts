/** Why certificates that a person chose were not used. */
export const refusedCertificates = {
  refusedAuthorities: {
    'no-certificate': 'It contains no certificate in PEM format (-----BEGIN CERTIFICATE-----).',
    'private-key': 'It contains a private key. Keep that file secure.',
    'too-long': 'It is too long: at most 65,536 characters.',
    'too-many': 'It contains more than 4 certificates.',
    'damaged': 'A certificate in it cannot be read.',
    'not-authority': 'A certificate in it is neither an authority nor the self-signed certificate of a server.',
    'unreadable': 'It cannot be opened.',
  },
  refusedClientCertificate: {
    'no-certificate': 'The file contains no certificate in PEM format (-----BEGIN CERTIFICATE-----).',
    'damaged': 'A certificate in the file cannot be read.',
    'too-many': 'The file contains more than 4 certificates.',
    'no-key': 'The file contains no private key in PEM format (-----BEGIN PRIVATE KEY-----).',
    'several-keys': 'The file contains more than one private key.',
    'key-encrypted': 'The private key is encrypted. Only a key without a passphrase can be taken in: the keychain protects it here.',
    'key-unreadable': 'The private key cannot be read.',
    'key-kind': 'The private key is of a kind that cannot be kept. RSA keys of 2048 to 4096 bits and keys of elliptic curves can.',
    'key-of-another': 'The private key does not belong to the certificate.',
    'expired': 'The certificate has expired.',
    'unreadable': 'The file cannot be opened.',
    'no-authorities': 'Certificate authorities are missing: without a password, they alone prove the server.',
  },
  limited: {
    'charge': 'charge', 'refund': 'refund', 'payout': 'payout', 'batch': 'batch',
    'charges-of-a-day': 'charges', 'refunds-of-a-day': 'refunds', 'payouts-of-a-day': 'payouts',
  },
} as const
