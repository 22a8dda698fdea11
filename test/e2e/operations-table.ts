/** The end-to-end test of each operation. `docs/operations.md` names it. */
import type { OperationId } from '#shared/gateway/operations/operations.ts'

export const operationTests: { readonly [Id in OperationId]: string } = {
  'create-card-ref-v2': 'test/e2e/lookups.test.ts',
  'create-card-ref-v4': 'test/e2e/lookups.test.ts',
  'get-card-info': 'test/e2e/lookups.test.ts',
  'sale': 'test/e2e/operations.test.ts',
  'preauth': 'test/e2e/refund.test.ts',
  'recurrent-payment': 'test/e2e/charge.test.ts',
  'recurrent-preauthorisation': 'test/e2e/operations.test.ts',
  'return': 'test/e2e/refund.test.ts',
  'void': 'test/e2e/refund.test.ts',
  'capture': 'test/e2e/refund.test.ts',
  'upload-method-url-result': 'test/e2e/three-d-secure.test.ts',
  'upload-cres-result': 'test/e2e/three-d-secure.test.ts',
  'upload-pares-result': 'test/e2e/three-d-secure.test.ts',
  'transfer-v4': 'test/e2e/operations.test.ts',
  'payout-v2': 'test/e2e/operations.test.ts',
  'payout-v4': 'test/e2e/operations.test.ts',
  'pan-eligibility-send': 'test/e2e/operations.test.ts',
  'status': 'test/e2e/lookups.test.ts',
  'status-v4': 'test/e2e/operations.test.ts',
}
