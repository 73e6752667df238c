/** Texts with these words carry a code; other numbers, such as those of orders, are no codes. */
const NAMES_CODE = /\b(?:code|otp|pin|password|passcode)\b|验证码|校验码|动态码|驗證碼/i
const CODE = /(?<![\d+.,/-])\d{4,8}(?![\d/-]|[.,]\d)/

/** The code in a message, or null. */
export const codeIn = (text: string): string | null => (NAMES_CODE.test(text) ? (CODE.exec(text)?.[0] ?? null) : null)
