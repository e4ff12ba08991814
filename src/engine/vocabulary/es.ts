import { esNames } from './names/es.ts';
import type { Vocabulary } from './vocabulary.ts';

export const es: Vocabulary = {
  id: 'es',
  stopWords: `a al algo algún alguna algunos ante antes aquí así aun aunque cada como con contra cual cuales cuando cuál cuáles cuándo cómo de debe debo del desde donde dónde dos el ella ellas ellos en entre era es esa ese eso
esos esta estas este esto estos está están fue ha hace hacer hacia hago hasta hay he la las le les lo los me mi mis mismo mucho muy más ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque
puede pueden puedo pues que quién qué se sea ser si sin sobre solo son su sus sí también tan te tengo tiene tienen toda todas todo todos tu tus un una uno unos usa usar uso utiliza utilizar va y ya yo`,
  intents: {
    how: 'cómo (?:puedo|podemos|se puede|debo|hago|hacemos|se|puede)|cómo \\p{L}+(?:ar|er|ir)(?:lo|la|se)?|es posible|se puede|puedo|hay (?:alguna )?(?:forma|manera) de|qué (?:comando|orden|pasos?)|cuáles son los pasos',
    where:
      'dónde|en qué (?:archivo|fichero|módulo|clase|función|carpeta|directorio|capítulo|página)|de dónde|(?:qué|cuál) (?:es el )?(?:archivo|fichero|módulo|carpeta|clase|función|página|documento|capítulo)s?|en cuál',
  },
  names: esNames,
  workspace: {
    words: 'proyecto repositorio biblioteca paquete aplicación programa herramienta código propósito objetivo resumen sirve hace trata',
    demonstratives: 'este|esta|esto',
    points: 'el|la',
  },
  orientation: {
    asking: 'muestra explica describe encuentra encuentro guarda guardan tipo cosas sirve mejor',
    read: 'leer lectura entender estudiar abrir explorar',
    code: 'fuente código archivo archivos función clase módulo módulos principales principal',
    parts: 'organizado organizada organización estructurado estructura arquitectura dividido partes componentes módulos paquetes',
    entry: 'entrada',
    start: 'empieza empezar empiezo comienza comenzar comienzo inicio primero punto main',
    folder: 'carpeta carpetas directorio directorios contiene contenido',
    changes: 'cambio cambios cambiado cambió nuevo novedades versión versiones publicación añadido corregido hay trae',
    latest: 'última últimas último reciente recientes recientemente nuevo novedades actual',
  },
  followUp: {
    begins: 'y|pero|o|entonces|también|qué hay de|qué tal',
    points: 'él|ella|ellos|ellas|su|sus|esto|eso|aquello|ese|esa|esos|esas|allí|ahí',
  },
};
