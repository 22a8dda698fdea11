/**
 * Cards on file: one row for each card reference of a merchant in an environment, by the numbers of `list_value`. `at`:
 * the newest entry that proves that the reference is a card's. `reported`: what replies reported about the card.
 * `words`: the text that a search matches.
 */
export const cards = `
  CREATE TABLE card (
    card_reference INTEGER NOT NULL,
    merchant INTEGER NOT NULL,
    environment INTEGER NOT NULL,
    at INTEGER NOT NULL,
    reported TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (card_reference, merchant, environment)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX card_by_use ON card (merchant, environment, at, card_reference, words);
  CREATE INDEX list_entry_by_card ON list_entry (card_reference, merchant, environment, money, at)
    WHERE card_reference IS NOT NULL;
`
