import type { ErrorGroup, ErrorStage, ShownErrorPage } from '@hongyan/contract/error-pages'
import type { ErrorSide } from '@hongyan/contract/errors'
import type { TextId } from '../../../../i18n/ids.ts'

export const groupTitles: Readonly<Record<ErrorGroup, TextId>> = {
  request: 'error-codes.groupRequest',
  sender: 'error-codes.groupSender',
  content: 'error-codes.groupContent',
  recipient: 'error-codes.groupRecipient',
  limit: 'error-codes.groupLimit',
  delivery: 'error-codes.groupDelivery',
  service: 'error-codes.groupService',
}

export const stageTitles: Readonly<Record<ErrorStage, TextId>> = {
  request: 'error-codes.inRequest',
  number: 'error-codes.inNumber',
  message: 'error-codes.inMessage',
}

export const sideTitles: Readonly<Record<ErrorSide, TextId>> = {
  customer: 'error-codes.sideCustomer',
  us: 'error-codes.sideUs',
  carrier: 'error-codes.sideCarrier',
  recipient: 'error-codes.sideRecipient',
}

/** The cause as a title, without its full stop. */
export const titleOf = ({ what }: Pick<ShownErrorPage, 'what'>): string => what.replace(/[.。]$/, '')
