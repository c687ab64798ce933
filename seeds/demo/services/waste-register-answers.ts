/** What the demo's waste register writes: pages of lists, lines and details of cards, and the confirmation that a driver carries. */
import { type RegisterCard, type RegisterWorld, type Role, states, wasteCodes } from './waste-register-states.ts'

const codeOf = (card: RegisterCard) => wasteCodes.find(({ wasteCodeId }) => wasteCodeId === card.wasteCodeId)
const firmOf = ({ firms }: RegisterWorld, id: string) => firms.find(({ companyId }) => companyId === id)

/** A page of a list, whose size is cut without saying so; behind the last page stands the last one again. */
export function page<T>(all: readonly T[], asked: { index: number; size: number }, mostItems: number) {
  const size = Math.min(Math.max(asked.size, 1), mostItems)
  const pages = Math.max(1, Math.ceil(all.length / size))
  const number = Math.min(Math.max(asked.index, 1), pages)
  return {
    items: all.slice((number - 1) * size, number * size),
    pageSize: size,
    pageNumber: number,
    totalPagesNumber: pages,
    totalResultNumber: all.length,
    hasPreviousPage: number > 1,
    hasNextPage: number < pages
  }
}

/** A line of a list. Receivers read when they confirmed, until the carrier has confirmed, too. */
export function line(world: RegisterWorld, card: RegisterCard, role: Role) {
  const { name } = states[card.state]
  const { code, description } = codeOf(card) ?? { code: null, description: null }
  const isReceived = role === 'receiver' && card.state !== 'TRANSPORT_CONFIRMATION'
  return {
    kpoId: card.kpoId,
    cardNumber: card.cardNumber,
    cardStatus: name,
    cardStatusCodeName: card.state,
    plannedTransportTime: card.plannedTransportTime,
    realTransportTime: card.realTransportTime ?? null,
    wasteCode: code,
    wasteCodeDescription: description,
    vehicleRegNumber: card.vehicleRegNumber,
    senderName: firmOf(world, card.senderCompanyId)?.name ?? null,
    receiverName: firmOf(world, card.receiverCompanyId)?.name ?? null,
    kpoLastModifiedAt: card.kpoLastModifiedAt,
    revisionNumber: card.revisionNumber,
    cardRejectionTime: card.cardRejectionTime ?? null,
    ...(role === 'receiver' ? { receiveConfirmationTime: (isReceived && card.receiveConfirmationTime) || null } : {})
  }
}

/** Details: ids of codes and firms instead of their names, and the numbers of the firms. */
export function details(world: RegisterWorld, card: RegisterCard) {
  const { state, ...fields } = card
  const eups = world.firms.flatMap(({ places }) => places)
  const numberOf = (eupId: string) => eups.find(place => place.eupId === eupId)?.identificationNumber ?? null
  const carrier = firmOf(world, card.carrierCompanyId)
  return {
    ...fields,
    cardStatusId: states[state].id,
    cardStatus: states[state].name,
    cardStatusCodeName: state,
    wasteProcessId: card.wasteProcessId ?? 12,
    isRevised: card.revisedAt !== undefined,
    senderNip: firmOf(world, card.senderCompanyId)?.nip ?? null,
    senderIdentificationNumber: numberOf(card.senderEupId),
    carrierNip: carrier?.nip ?? null,
    carrierIdentificationNumber: carrier?.registrationNumber ?? null,
    receiverNip: firmOf(world, card.receiverCompanyId)?.nip ?? null,
    receiverIdentificationNumber: numberOf(card.receiverEupId),
    ...(card.cardApprovalTime ? { approvalUser: 'Jan Kowalski' } : {}),
    ...(card.generatingConfirmationTime ? { generatingConfirmationUser: 'Jan Kowalski' } : {}),
    ...(card.receiveConfirmationTime ? { receiveConfirmationUser: 'Anna Nowak' } : {}),
    ...(card.transportConfirmationTime ? { transportConfirmationUser: 'Anna Nowak' } : {}),
    ...(card.cardRejectionTime ? { rejectedByUser: 'Anna Nowak' } : {}),
    ...(card.cardWithdrawalTime ? { withdrawnByUser: 'Jan Kowalski' } : {})
  }
}

/** Without Polish letters, which the PDF's font does not know, and with what PDF reads as signs of its own escaped. */
const inPdf = (text: string): string =>
  text
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .replace(/[()\\]/g, '\\$&')

/** A PDF of one page with these lines. */
export function pdf(lines: readonly string[]): Buffer {
  const written = lines.map(text => `(${inPdf(text)}) Tj T*`).join('\n')
  const content = `BT /F1 12 Tf 16 TL 60 780 Td\n${written}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`
  ]
  let text = '%PDF-1.4\n'
  const offsets: string[] = []
  for (const [at, object] of objects.entries()) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`)
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** The confirmation of a card as base64 text. */
export function confirmation(world: RegisterWorld, card: RegisterCard): string {
  const lines = [
    'Potwierdzenie wydania odpadow (demo)',
    `Karta: ${card.cardNumber ?? card.kpoId}`,
    `Przekazujacy: ${firmOf(world, card.senderCompanyId)?.name ?? ''}`,
    `Transportujacy: ${firmOf(world, card.carrierCompanyId)?.name ?? ''}`,
    `Przejmujacy: ${firmOf(world, card.receiverCompanyId)?.name ?? ''}`,
    `Odpad: ${codeOf(card)?.code ?? ''}, ${card.revisedWasteMass ?? card.wasteMass} Mg`,
    `Pojazd: ${card.vehicleRegNumber}`
  ]
  return pdf(lines).toString('base64')
}
