/**
 * The rules of the board game Concordia, driven by the data of a specification bundle (`concordia bundle`).
 *
 * Nothing here is bound to Node: the modules run in a browser as they are. A position is plain JSON in the format of
 * spec/schema/play/state.schema.json; no function changes a position that it is given.
 */
export {Malformed, Refusal} from './engine/errors.mjs';
export {editionsOf} from './engine/editions.mjs';
export {createRules} from './engine/rules.mjs';
export {setUp} from './engine/setup.mjs';
export {readState} from './engine/state.mjs';
export {apply, check} from './engine/turn.mjs';
export {score} from './engine/scoring.mjs';
