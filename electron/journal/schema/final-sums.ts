/** The columns that identify a sum besides its quarter-hour: numbers of `list_value`, 0 for none. */
const key = [
  'merchant', 'environment', 'profile', 'operation', 'state', 'currency', 'error_code', 'who', 'desk', 'card_brand',
]
const quarter = 15 * 60_000

const ofOld = `quarter = OLD.became_final / ${quarter}
      AND ${key.map((name) => `${name} = coalesce(OLD.${name}, 0)`).join(' AND ')}`
const subtractOld = `
    DELETE FROM final_sum WHERE ${ofOld} AND entries <= 1;
    UPDATE final_sum SET entries = entries - 1,
      amount = amount - coalesce(OLD.reviewed_minor_amount, 0),
      without_amount = without_amount - (OLD.reviewed_minor_amount IS NULL),
      net = net - coalesce(OLD.net_minor_amount, 0), net_unknown = net_unknown - OLD.net_unknown
      WHERE ${ofOld};`
const addNew = `
    INSERT INTO final_sum SELECT NEW.became_final / ${quarter}, ${key.map((name) => `coalesce(NEW.${name}, 0)`).join(', ')},
      1, coalesce(NEW.reviewed_minor_amount, 0), NEW.reviewed_minor_amount IS NULL,
      coalesce(NEW.net_minor_amount, 0), NEW.net_unknown
      WHERE NEW.became_final IS NOT NULL
      ON CONFLICT DO UPDATE SET entries = entries + 1, amount = amount + excluded.amount,
        without_amount = without_amount + excluded.without_amount, net = net + excluded.net,
        net_unknown = net_unknown + excluded.net_unknown;`

/**
 * The sums of entries that became final, by quarter-hour of UTC (its number since 1970), because the days of every time
 * zone begin and end between two of them. Triggers on `list_entry` update them in the same transaction.
 */
export const finalSums = `
  CREATE TABLE final_sum (
    quarter INTEGER NOT NULL,
    ${key.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
    entries INTEGER NOT NULL,
    amount INTEGER NOT NULL, without_amount INTEGER NOT NULL,
    net INTEGER NOT NULL, net_unknown INTEGER NOT NULL,
    PRIMARY KEY (quarter, ${key.join(', ')})
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER final_added_up AFTER INSERT ON list_entry WHEN NEW.became_final IS NOT NULL BEGIN ${addNew}
  END;
  CREATE TRIGGER final_added_up_again AFTER UPDATE OF became_final, ${key.join(', ')},
    reviewed_minor_amount, net_minor_amount, net_unknown ON list_entry
  WHEN OLD.became_final IS NOT NULL OR NEW.became_final IS NOT NULL BEGIN ${subtractOld} ${addNew}
  END;
  CREATE TRIGGER final_no_longer_added_up AFTER DELETE ON list_entry WHEN OLD.became_final IS NOT NULL BEGIN ${subtractOld}
  END;
`
