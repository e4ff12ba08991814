/**
 * Words without a subject in the languages of the newcomers' questions. Independent of the index's stop words, so that changing those does
 * not change the measure.
 */
export const functionWords: ReadonlySet<string> = new Set(
  `about after again all also and another any anything are aren because been before being between both but can cannot could did didn
does doesn doing don done during each either else even every few for from gets getting give given goes going got had has hasn have how
into isn its itself just let like made make makes many may might more most much must need needs nor not nothing off once one only onto
other our out over own same shall should some somebody someone something still such take takes than that the their them then there these
they thing things this those through too until upon use used uses using very want wants was way were what when where whether which while
who whole whom whose why will with within without won would you your yours

aber als also auch auf aus bei beim bin bis bitte dafür damit dann das dass dazu dem den denn der des dich die dies diese diesem diesen
dieser dieses doch dort durch ein eine einem einen einer eines etwas für gar gibt habe haben hat hier ich ihm ihn ihr ihre ihren im immer
ist jede jeden jeder jedes kann kein keine keinen können man mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch
nur oder ohne schon sein seine seinem seinen seiner sich sie sind soll sollte sollten über und uns unter vom von vor wann warum was weil
welche welchem welchen welcher welches wenn wer werde werden wie wieso wieviel will wir wird wo wofür wohin womit worauf woran worin wozu
würde zum zur zwischen

без более бы был была были было быть вам вас весь вместо во вот все всё всего всех где да даже для до его ее её если есть еще ещё же
зачем здесь из или им их как какая какие какой какого каким каких каком какую когда кого которая которые который которых кто куда ли либо
меня мне много могу можно мой моя надо над нам нас не него нее неё нет ни них но ну нужно об один одна одно он она они оно от откуда очень
по под пока после потом почему при про раз разве сам сама сами свой своего своей свои себе себя со сколько так такая такие такое такой там
тем то того тоже только том тот тут ты уже хочу чего чей чем что чтобы чём эта эти это этого этой этом этот эту

afin alors assez aucun aucune aussi autre autres aux avant avec avez avoir avons car ceci cela celle celui ces cet cette ceux chaque chez
combien comme comment dans depuis des deux doit doivent donc dont elle elles encore entre est est-ce est et être eux fait faire faut fois
ici ils jamais les leur leurs lors lorsque mais mes mieux moi moins mon même nos notre nous par parce pas pendant peu peut peuvent peux plus
plusieurs pour pourquoi puis quand que quel quelle quelles quels qui quoi quelque sans sera ses seulement si son sont sous souvent suis sur
ton tous tout toute toutes très trop une vers veux vos votre vous était

además adónde ahora algo algún alguna alguno algunos ambos ante antes aquel aquella aquello aquí así aunque cada casi como cómo con cual
cuál cuáles cuales cualquier cuando cuándo cuánto cuántos cuánta del desde donde dónde dos durante ella ellas ellos era eran eres esa ese eso
esos esta está están estar este esto estos fue fuera ha hace hacer hacia han hasta hay hago las los mas más mejor menos mía mismo mucho muchos
muy nada nada ningún ninguna nosotros nuestra nuestro otra otras otro otros para pero poco por porque puede pueden puedo pues qué que quién
quiero según ser sería sin sobre solo sólo son soy sus también tan tanto tener tengo tiene tienen toda todas todo todos tras tus una unas uno
unos usar vez

ainda algum alguma alguns antes após aquela aquele aquilo até cada com como da das de dela dele depois deve devem do dos e ela elas ele eles em
entre era essa esse esta estão estar este eu faço faz fazer foi for isso isto já lhe mais mas me mesmo meu meus minha muito muitos na nada não
nas nem nenhum no nos nossa nosso num numa o onde ou outra outras outro outros para pela pelas pelo pelos pode podem por porque posso quais
qual qualquer quando quanto quantos que quem quero se sem ser será seu seus só sobre sua suas também tem têm tenho ter teu toda todas todo todos
tudo um uma umas uns vai você vocês`.split(/\s+/),
);
