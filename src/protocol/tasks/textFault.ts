/** Why a text that is no task's JSON cannot be read: the first that holds of what the peer stumbles over. */
import { MAX_DIGITS } from '../lib/pythonJson.ts';
import { MOST_LEVELS } from './jsonValues.ts';

type TextFault = 'too_deep' | 'number_too_long' | 'invalid_json';

/** Looks over the whole text without recursion, strings aside: it may be megabytes of anything. */
export function textFault(text: string): TextFault {
  let depth = 0;
  let long = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = endOfString(text, at);
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > MOST_LEVELS) return 'too_deep';
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
    else if (isDigit(unit)) {
      const end = endOfNumber(text, at);
      long ||= end - at > MAX_DIGITS && isWhole(text, at, end);
      at = end - 1;
    }
  }
  return long ? 'number_too_long' : 'invalid_json';
}

/** The place of the quote that ends the string, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at += 1;
    else if (unit === 0x22) return at;
  }
  return text.length;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function endOfNumber(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Whether the digits are a number of their own, not a fraction or an exponent and not before one. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = start === 0 ? '' : text.charAt(start - 1);
  return !/[.eE+]/.test(before) && !/[.eE]/.test(text.charAt(end));
}
