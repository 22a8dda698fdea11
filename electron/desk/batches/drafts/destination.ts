import { fieldKeys, fields, type FieldValues } from '#shared/gateway/fields.ts'

/** Who receives a payment: the values that decide about it. Equal for payments to the same destination. */
export function destinationOf(values: FieldValues): string {
  return JSON.stringify(fieldKeys.flatMap((key) => {
    const value = values[key]
    return fields[key].decides !== 'payee' || value === undefined ? [] : [[key, value]]
  }))
}
