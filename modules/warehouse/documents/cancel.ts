/**
 * Cancels an approved document by adding a correction, which reverses its movements. This can also fail for lack of containers, if
 * they have been moved to another place meanwhile. An inventory says what there is: while a later one of its store stands, reversing the
 * earlier would make the later wrong, and is refused.
 */
import { dayOf } from '../../../src/contract/days.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { postOpposite, requireNewestCount } from '../stock/ledger.ts'
import { hintAboutLevels } from '../stock/levels.ts'
import { DocumentRow, nextNumber } from './models.ts'
import { documents } from './resource.ts'
import { after, correctionCode, effectOf, may } from './rules.ts'
import { DocumentStatus } from './schema.ts'

export const cancelDocument = defineCommand(documents, {
  name: 'warehouse.cancelDocument',
  call: 'PUT /api/Admin/Documents/cancel',
  wire: { idFrom: { body: 'id' } },
  access: { ADMIN: { when: may('cancel') } },
  ui: { icon: 'times', tone: 'danger', confirm: true, effects: ['reload'], onFailure: 'reload' },
  async run(context, document) {
    const { trx, now, accountId } = context
    const { documentType, companyId, departmentId, receptionPlaceId, internalStoreId, containersNumber } = document
    const { orderId, orderNumber, reservationId } = document
    const effect = effectOf(documentType)
    // The first number of a year locks its sequence, which every cancellation asks for before it locks a level.
    const number = await nextNumber(trx, correctionCode, now)
    if (effect.kind === 'count') await requireNewestCount(trx, document)
    const correction = await DocumentRow.query(trx).insert({
      ...{
        documentType,
        companyId,
        departmentId,
        receptionPlaceId,
        internalStoreId,
        containersNumber,
        orderId,
        orderNumber,
        reservationId
      },
      number,
      documentStatus: DocumentStatus.correction,
      correctsId: document.id,
      documentDate: dayOf(now),
      enteredByClient: false,
      createdBy: accountId,
      createdAt: now
    })
    const levels = await postOpposite(trx, now, { id: document.id, correctionId: correction.id, effect, reservationId })
    await DocumentRow.query(trx)
      .findById(document.id)
      .patch({ documentStatus: after('cancel') })
    context.addAuditParams({ number: document.number, correction: number })
    await context.recordEvent(documents, correction.id)
    hintAboutLevels(context, levels)
  }
})
