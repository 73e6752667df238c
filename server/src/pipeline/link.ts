const LINK =
  /(?:https?:\/\/|www\.)\S|\b[\p{L}\p{N}-]+\.(?:com|net|org|cn|io|co|me|info|biz|ly|gl|gd|cc|top|xyz|app|link|site|shop|vip|club)\b|\b(?:t\.me|wa\.me|bit\.ly|goo\.gl)\b/iu
const PHONE_NUMBER = /(?:\+|\b)\d(?:[\s().-]?\d){6,}/u

/** Whether a text holds what a barely known account may not send: a web address, a shortener or a number to ring (semantics D13). */
export const isLink = (text: string): boolean => LINK.test(text) || PHONE_NUMBER.test(text)
